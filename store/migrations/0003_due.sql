-- When a server must do something at a table by itself: 0 never, 1 at once, else milliseconds since 1970. So a start needs no
-- log. Rows of before are looked at once.
ALTER TABLE room ADD COLUMN due INTEGER NOT NULL DEFAULT 1;
