-- Old club nights and duplicate tables are looked for by when they were made.
CREATE INDEX club_event_first ON club_event (at) WHERE seq = 1;
