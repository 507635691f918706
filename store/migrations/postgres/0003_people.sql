-- The same as in SQLite (migrations/0004_people.sql says what they are for).
ALTER TABLE guest ADD COLUMN valid_from BIGINT NOT NULL DEFAULT 0;
CREATE TABLE ended_session (
    id TEXT PRIMARY KEY,
    guest_id TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX ended_session_by_time ON ended_session (at);
CREATE TABLE meeting (
    guest_id TEXT NOT NULL,
    other_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (guest_id, other_id, at, table_id)
);
CREATE TABLE set_aside (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
