-- The same tables as in SQLite (migrations/0001_first.sql says what they are for).
CREATE TABLE event (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)   -- who is first has the number; another node conflicts and reloads
);
CREATE TABLE room (
    table_id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    phase TEXT NOT NULL,
    listed SMALLINT NOT NULL,
    at BIGINT NOT NULL,
    summary TEXT NOT NULL,
    duty SMALLINT NOT NULL
);
CREATE INDEX room_by_phase ON room (phase, listed, at);
CREATE INDEX room_on_duty ON room (table_id) WHERE phase = 'running' AND duty = 1;
CREATE TABLE seat (
    table_id TEXT NOT NULL,
    guest_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (guest_id, table_id)
);
CREATE TABLE guest (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    claimed TEXT UNIQUE,
    password TEXT
);
CREATE TABLE rating (
    guest_id TEXT NOT NULL,
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (game, guest_id)
);
CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
