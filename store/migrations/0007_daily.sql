-- Attempts at the deal of a day (docs/decisions/0180-people.md): one for each guest, and for each device.
CREATE TABLE daily_attempt (
    day INTEGER NOT NULL,       -- days since 1970, UTC
    game TEXT NOT NULL,
    guest_id TEXT NOT NULL,
    device TEXT NOT NULL,       -- a keyed mark; empty where there is none
    table_id TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    done_at INTEGER NOT NULL DEFAULT 0,
    score INTEGER NOT NULL DEFAULT 0,
    points INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (day, game, guest_id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX daily_by_device ON daily_attempt (day, game, device) WHERE device <> '';
CREATE INDEX daily_by_score ON daily_attempt (day, game, score) WHERE done_at > 0;
-- The player's actions, one a line: read only to compare.
CREATE TABLE daily_way (
    table_id TEXT PRIMARY KEY,
    way TEXT NOT NULL
) WITHOUT ROWID;
