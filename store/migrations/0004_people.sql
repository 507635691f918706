-- Tokens made before this time are worth nothing: the person ended all sessions, or changed the password.
ALTER TABLE guest ADD COLUMN valid_from INTEGER NOT NULL DEFAULT 0;

-- Sessions that were ended: one by its id, all of a guest by "all" and the guest's id.
CREATE TABLE ended_session (
    id TEXT PRIMARY KEY,
    guest_id TEXT NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX ended_session_by_time ON ended_session (at);

-- Pairs that met in a rated game, once from each side: repeated games of the same people count less and less.
CREATE TABLE meeting (
    guest_id TEXT NOT NULL,
    other_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (guest_id, other_id, at, table_id)
) WITHOUT ROWID;

-- Logs that cannot be played any more, as `springtide check --repair` found them.
CREATE TABLE set_aside (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
