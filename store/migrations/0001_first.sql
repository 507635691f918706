-- The log: everything that ever happened at a table. State is the fold of it.
CREATE TABLE event (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,           -- milliseconds since 1970
    body TEXT NOT NULL,            -- JSON, see server/room_event.hpp
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- The data of a table for lists, so that none has to be folded; always written together with the event that changed it.
CREATE TABLE room (
    table_id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    phase TEXT NOT NULL,           -- open, running, over
    listed INTEGER NOT NULL,
    at INTEGER NOT NULL,
    summary TEXT NOT NULL          -- JSON for lists
) WITHOUT ROWID;
CREATE INDEX room_by_phase ON room (phase, listed, at);

CREATE TABLE seat (
    table_id TEXT NOT NULL,
    guest_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (guest_id, table_id)
) WITHOUT ROWID;

CREATE TABLE guest (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    claimed TEXT UNIQUE,           -- the name in small letters, once it is claimed
    password TEXT                  -- Argon2id
) WITHOUT ROWID;

CREATE TABLE rating (
    guest_id TEXT NOT NULL,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (game, guest_id)
) WITHOUT ROWID;

-- Small facts of the installation: the key that signs cookies, when the server was last alive.
CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
