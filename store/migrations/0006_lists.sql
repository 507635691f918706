-- Lists cost what they show, not what there is.
ALTER TABLE seat ADD COLUMN done INTEGER NOT NULL DEFAULT 0;  -- 1 when the game is over
ALTER TABLE seat ADD COLUMN at INTEGER NOT NULL DEFAULT 0;    -- when it was taken, or when the game was over
UPDATE seat SET (done, at) = (SELECT phase = 'over', room.at FROM room WHERE room.table_id = seat.table_id)
    WHERE EXISTS (SELECT 1 FROM room WHERE room.table_id = seat.table_id);
CREATE INDEX seat_by_time ON seat (guest_id, done, at);
CREATE INDEX rating_by_guest ON rating (guest_id);
CREATE INDEX rating_best ON rating (game, rating - 2 * deviation);
CREATE INDEX room_by_time ON room (phase, at);
