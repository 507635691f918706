-- The same as in SQLite (migrations/0007_daily.sql says what they are for).
CREATE TABLE daily_attempt (
    day BIGINT NOT NULL,
    game TEXT NOT NULL,
    guest_id TEXT NOT NULL,
    device TEXT NOT NULL,
    table_id TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    done_at BIGINT NOT NULL DEFAULT 0,
    score BIGINT NOT NULL DEFAULT 0,
    points BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (day, game, guest_id)
);
CREATE UNIQUE INDEX daily_by_device ON daily_attempt (day, game, device) WHERE device <> '';
CREATE INDEX daily_by_score ON daily_attempt (day, game, score) WHERE done_at > 0;
CREATE TABLE daily_way (
    table_id TEXT PRIMARY KEY,
    way TEXT NOT NULL
);
