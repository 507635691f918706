-- Opponents count by where they came from (a mark; nothing in older rows, empty if the game was hardly played), and by
-- whether they were settled themselves then. The leaderboard shows a rating until a time.
ALTER TABLE meeting ADD COLUMN place TEXT;
ALTER TABLE meeting ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN listed_until INTEGER NOT NULL DEFAULT 0;
CREATE INDEX rating_listed ON rating (game, rating - 2 * deviation) WHERE listed_until > 0;
