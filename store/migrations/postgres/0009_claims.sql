-- The node that serves a table: its session, which holds one advisory lock while it lives. A session without a lock is
-- dead, and so are its claims. 0: none.
ALTER TABLE room ADD COLUMN claimed_by BIGINT NOT NULL DEFAULT 0;
DROP INDEX room_on_duty;
CREATE INDEX room_on_duty ON room (claimed_by, due) WHERE phase = 'running' AND duty = 1;
CREATE TABLE node_session (session BIGINT PRIMARY KEY);
-- Keys of advisory locks, put together from both halves.
CREATE VIEW live_session AS SELECT (classid::bigint << 32) | objid::bigint AS session FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
