-- The same as in SQLite (migrations/0006_lists.sql says what for).
ALTER TABLE seat ADD COLUMN done SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN at BIGINT NOT NULL DEFAULT 0;
UPDATE seat SET done = (room.phase = 'over')::int, at = room.at FROM room WHERE room.table_id = seat.table_id;
CREATE INDEX seat_by_time ON seat (guest_id, done, at);
CREATE INDEX rating_by_guest ON rating (guest_id);
CREATE INDEX rating_best ON rating (game, (rating - 2 * deviation));
CREATE INDEX room_by_time ON room (phase, at);
