-- The same as in SQLite (migrations/0010_old_clubs.sql).
CREATE INDEX club_event_first ON club_event (at) WHERE seq = 1;
