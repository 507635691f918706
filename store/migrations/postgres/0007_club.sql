-- The same as in SQLite (migrations/0008_club.sql says what they are for).
CREATE TABLE club_event (
    club_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (club_id, seq)
);
CREATE TABLE club_result (
    table_id TEXT PRIMARY KEY,
    club_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX club_result_by_club ON club_result (club_id);
