-- When a server must do something at a table by itself (migrations/0003_due.sql).
ALTER TABLE room ADD COLUMN due BIGINT NOT NULL DEFAULT 1;
