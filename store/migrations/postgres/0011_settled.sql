-- The same as in SQLite (migrations/0011_settled.sql says what they are for).
ALTER TABLE meeting ADD COLUMN place TEXT;
ALTER TABLE meeting ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN listed_until BIGINT NOT NULL DEFAULT 0;
CREATE INDEX rating_listed ON rating (game, (rating - 2 * deviation)) WHERE listed_until > 0;
