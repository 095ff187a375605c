-- The sidecar index. All of it can be made again from the files and from git; another `user_version` means: make it again.
-- Times are microseconds since 1970, UTC.

-- One row: what history the times below are from, and how big files may be that are read.
CREATE TABLE history (head TEXT, size_limit INTEGER);

-- What is on disk, as it was when it was read: `size, mtime, ctime, inode` tell whether to read it again.
CREATE TABLE folder (path TEXT PRIMARY KEY, mtime INTEGER, ctime INTEGER, inode INTEGER) WITHOUT ROWID;
CREATE TABLE file (
  path TEXT PRIMARY KEY, size INTEGER, mtime INTEGER, ctime INTEGER, inode INTEGER,
  blob BLOB,      -- git's id of its bytes; NULL: they could not be read, or are too many
  problem TEXT    -- why its text is not here: binary, too big, no permission
) WITHOUT ROWID;

-- When history last changed a file, to which blob; and when it got each entry it ever had.
CREATE TABLE touch (path TEXT PRIMARY KEY, blob BLOB, time INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE born (path TEXT, entry BLOB, time INTEGER NOT NULL, PRIMARY KEY (path, entry)) WITHOUT ROWID;

-- What a hit is: an entry, a rule, a topic, a skill with all its files.
CREATE TABLE unit (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, name TEXT NOT NULL,
  project TEXT, archived INTEGER NOT NULL, n INTEGER
);
-- A part of a file: what is looked up. Several may have the same content.
CREATE TABLE doc (
  path TEXT NOT NULL, part INTEGER NOT NULL, unit INTEGER NOT NULL, content INTEGER NOT NULL,
  line INTEGER NOT NULL, section TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (path, part)
) WITHOUT ROWID;
CREATE INDEX doc_of_content ON doc (content, unit);
CREATE INDEX doc_of_unit ON doc (unit, path, part);

-- Texts by what is in them: one that is known is never indexed twice. The id tells the area (see `areas.py`).
-- `folded` is the text as it is compared; NULL where that is only in lower case.
CREATE TABLE content (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, text TEXT NOT NULL, folded TEXT);
CREATE VIRTUAL TABLE token USING fts5(
  text, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '{signs}'"
);
CREATE VIRTUAL TABLE token_row USING fts5vocab(token, row);
