-- Tables are forgotten with their seats.
CREATE INDEX seat_by_table ON seat (table_id);
