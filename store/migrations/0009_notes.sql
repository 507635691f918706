-- What is kept of a person besides the name: where they are called back, what they asked for (docs/decisions/0190-called-back.md).
-- One table for all of it, so that whoever takes their data away or deletes themselves misses nothing.
CREATE TABLE note (
    guest_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (guest_id, kind, key)
) WITHOUT ROWID;
CREATE INDEX note_by_key ON note (kind, key);
-- What somebody takes away with them.
CREATE INDEX daily_by_guest ON daily_attempt (guest_id);
