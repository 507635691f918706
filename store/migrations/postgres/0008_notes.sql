-- The same as in SQLite (migrations/0009_notes.sql says what for).
CREATE TABLE note (
    guest_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (guest_id, kind, key)
);
CREATE INDEX note_by_key ON note (kind, key);
-- For the export of an account.
CREATE INDEX daily_by_guest ON daily_attempt (guest_id);
