-- Running tables that need a server even when nobody is connected: bots sit there, or a clock runs.
ALTER TABLE room ADD COLUMN duty INTEGER NOT NULL DEFAULT 1;
CREATE INDEX room_on_duty ON room (table_id) WHERE phase = 'running' AND duty = 1;
