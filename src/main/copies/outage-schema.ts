import type { Migration } from '../database/open-database'

/**
 * The tables of cache.db for the codes that are queued before an outage. Names and codes are sealed, what finds
 * them again is a blind index; plain are only times (milliseconds since 1970), places in the queue and states:
 * 0 waiting, 1 found, 2 saved already, 3 not found, 4 could not be read. Numbers are never given twice, so an
 * answer that comes late cannot be noted at another code. A code has a `turn` while it waits; `visits` counts how often it was put off.
 */
export const outageMigration: Migration = {
  version: 3,
  sql: `
    CREATE TABLE wanted_lists (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      address BLOB NOT NULL,
      credentials BLOB NOT NULL,
      name BLOB NOT NULL,
      taken_at INTEGER NOT NULL,
      made_at INTEGER NOT NULL,
      whole INTEGER NOT NULL DEFAULT 0,
      current INTEGER NOT NULL DEFAULT 1
    );
    CREATE TABLE wanted_codes (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      list INTEGER NOT NULL REFERENCES wanted_lists (number),
      code_index BLOB NOT NULL UNIQUE,
      code BLOB NOT NULL,
      turn INTEGER,
      visits INTEGER NOT NULL DEFAULT 0,
      state INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX wanted_codes_by_turn ON wanted_codes (turn);
    CREATE INDEX wanted_codes_by_list ON wanted_codes (list, state);
    CREATE TABLE taken_files (
      credentials BLOB NOT NULL, file BLOB NOT NULL, stamp BLOB NOT NULL, content BLOB NOT NULL,
      PRIMARY KEY (credentials, file)
    ) WITHOUT ROWID`,
}

/**
 * A file of the watched folder that was refused is known too, or it would be read again at every start. `refused` is
 * the sealed reason. A file is noted as one that ended badly before it is read, and what comes of it takes the note's
 * place.
 */
export const refusedFilesMigration: Migration = {
  version: 6,
  sql: 'ALTER TABLE taken_files ADD COLUMN refused BLOB',
}
