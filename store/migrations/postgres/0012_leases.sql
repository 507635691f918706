-- A node lives as long as it renews its lease, by the clock of the database. Another node ends the session of one that does not
-- (is_over), and only then takes its tables. Nodes of older programs never renew: they live as long as they hold their lock.
ALTER TABLE node_session ADD COLUMN until TIMESTAMPTZ NOT NULL DEFAULT 'infinity';
ALTER TABLE node_session ADD COLUMN is_over BOOLEAN NOT NULL DEFAULT false;
-- The fence: part of every transaction in which a node writes. It holds the session until the transaction ends, so
-- ending the session waits for it, and every later transaction of that session is refused.
CREATE FUNCTION hold_lease(token BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM node_session WHERE session = token AND NOT is_over AND until > clock_timestamp() FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the lease of this node has ended' USING ERRCODE = 'ST001';
    END IF;
END $$;
