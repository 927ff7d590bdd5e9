/** What each version of the file adds to the one before; the file says in `user_version` how many were done. */
export const migrations: readonly string[] = [
  `CREATE TABLE entries (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     name TEXT,
     tags TEXT NOT NULL,
     started_at TEXT NOT NULL,
     finished_at TEXT NOT NULL,
     state TEXT NOT NULL,
     about TEXT NOT NULL,
     summary TEXT NOT NULL,
     lanes TEXT NOT NULL,
     bytes INTEGER NOT NULL,
     words TEXT NOT NULL,
     sought TEXT NOT NULL
   ) STRICT;
   CREATE INDEX entries_by_age ON entries (started_at, id);
   CREATE TABLE contents (id TEXT PRIMARY KEY, document BLOB NOT NULL, samples BLOB) STRICT;`,
  // What a summary says, as JSON; of older entries there is only its text.
  'ALTER TABLE entries ADD COLUMN said TEXT',
  // Load curves were kept as lessons.
  "UPDATE entries SET kind = 'load-curve' WHERE kind = 'lesson' AND about = 'load-curve'",
  // The version of the document. Those of schema 1 were kept before there was `said`.
  `ALTER TABLE entries ADD COLUMN schema INTEGER NOT NULL DEFAULT 1;
   UPDATE entries SET schema = 2 WHERE said IS NOT NULL`,
  // A busy machine was all that was kept of what makes figures doubtful.
  `UPDATE entries SET said = json_set(json_remove(said, '$.tooBusy'), '$.doubts',
     json('[{"lane":null,"finding":{"code":"too-busy"}}]')) WHERE json_extract(said, '$.tooBusy')`,
  // A picture of a run, as PNG.
  'ALTER TABLE contents ADD COLUMN card BLOB',
];
