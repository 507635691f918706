-- Running tables that need a server even without connected clients: they have a bot or a running clock.
ALTER TABLE room ADD COLUMN duty INTEGER NOT NULL DEFAULT 1;
CREATE INDEX room_on_duty ON room (table_id) WHERE phase = 'running' AND duty = 1;
