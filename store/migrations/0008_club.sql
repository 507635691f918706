-- Club nights: what happened there, and how each of their tables ended.
CREATE TABLE club_event (
    club_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (club_id, seq)
);
CREATE TABLE club_result (
    table_id TEXT PRIMARY KEY,
    club_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX club_result_by_club ON club_result (club_id);
