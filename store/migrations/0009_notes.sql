-- Facts about a person besides the name: push subscriptions, friends, settings (docs/decisions/0191). One table for all
-- of them, so that exporting or deleting an account misses nothing.
CREATE TABLE note (
    guest_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (guest_id, kind, key)
) WITHOUT ROWID;
CREATE INDEX note_by_key ON note (kind, key);
-- For the export of an account.
CREATE INDEX daily_by_guest ON daily_attempt (guest_id);
