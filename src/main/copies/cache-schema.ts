import type { Migration } from '../database/open-database'
import { copyBytesMigration } from './bytes-schema'
import { outageMigration, refusedFilesMigration } from './outage-schema'
import { unknownCodesMigration } from './unknown-schema'

/** So many copies, by their numbers, have their searchable text sealed in one piece. */
export const segmentRows = 1000

/**
 * The tables of cache.db. Codes, owners and credentials are blind indexes, records and used codes are sealed;
 * only times (milliseconds since 1970) are plain. `access` says which credentials were shown records of which
 * owner, an owner being one service address and company. `related_records.kind` is one of the four of `include`.
 */
export const cacheMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
      CREATE TABLE copies (
        number INTEGER PRIMARY KEY,
        internal_id BLOB NOT NULL,
        owner BLOB NOT NULL,
        transaction_id BLOB,
        custom_id BLOB,
        saved_at INTEGER NOT NULL,
        looked_at INTEGER,
        record BLOB NOT NULL,
        used_code BLOB,
        UNIQUE (internal_id, owner)
      );
      CREATE INDEX copies_by_transaction_id ON copies (transaction_id) WHERE transaction_id IS NOT NULL;
      CREATE INDEX copies_by_custom_id ON copies (custom_id) WHERE custom_id IS NOT NULL;
      CREATE INDEX copies_by_age ON copies (saved_at);
      CREATE INDEX copies_by_lookup ON copies (looked_at) WHERE looked_at IS NOT NULL;
      CREATE TABLE access (
        credentials BLOB NOT NULL, owner BLOB NOT NULL, PRIMARY KEY (credentials, owner)
      ) WITHOUT ROWID`,
  },
  {
    // What a search reads (architecture.md, "Measured facts"): made from the copies when it is first needed.
    // The triggers say what no write may forget: a segment whose copies changed is stale, and of a copy that is
    // deleted nothing stays in it. A copy that is only looked up again changes nothing here.
    version: 2,
    sql: `
      CREATE TABLE search_segments (number INTEGER PRIMARY KEY, sealed BLOB NOT NULL);
      CREATE TABLE stale_segments (number INTEGER PRIMARY KEY, changes INTEGER NOT NULL);
      INSERT INTO stale_segments SELECT DISTINCT number / ${segmentRows}, 1 FROM copies;
      CREATE TRIGGER copy_saved AFTER INSERT ON copies BEGIN
        INSERT INTO stale_segments VALUES (new.number / ${segmentRows}, 1)
          ON CONFLICT (number) DO UPDATE SET changes = changes + 1;
      END;
      CREATE TRIGGER copy_replaced AFTER UPDATE OF record ON copies BEGIN
        INSERT INTO stale_segments VALUES (new.number / ${segmentRows}, 1)
          ON CONFLICT (number) DO UPDATE SET changes = changes + 1;
      END;
      CREATE TRIGGER copy_deleted AFTER DELETE ON copies BEGIN
        DELETE FROM search_segments WHERE number = old.number / ${segmentRows};
        INSERT INTO stale_segments VALUES (old.number / ${segmentRows}, 1)
          ON CONFLICT (number) DO UPDATE SET changes = changes + 1;
      END`,
  },
  outageMigration,
  {
    // What `include` brought beside a copy goes when the copy goes. What a store is called is no copy of anything.
    version: 4,
    sql: `
      CREATE TABLE related_records (
        copy INTEGER NOT NULL,
        kind TEXT NOT NULL,
        saved_at INTEGER NOT NULL,
        sealed BLOB NOT NULL,
        PRIMARY KEY (copy, kind)
      ) WITHOUT ROWID;
      CREATE TRIGGER related_deleted AFTER DELETE ON copies BEGIN
        DELETE FROM related_records WHERE copy = old.number;
      END;
      CREATE TABLE store_names (
        store BLOB PRIMARY KEY, learned_at INTEGER NOT NULL, sealed BLOB NOT NULL
      ) WITHOUT ROWID`,
  },
  {
    // A segment in two pieces: the list of everything needs only the columns, a quarter of it. And which copies
    // have changed since, so that not all of a thousand are opened again for one. Where there is no segment all
    // copies are opened: there one row is enough, and one stands for all that were deleted. The sum of a segment's
    // changes only grows until it is made: that is how one that changed while it was made is told.
    version: 5,
    sql: `
      DROP TRIGGER copy_saved;
      DROP TRIGGER copy_replaced;
      DROP TRIGGER copy_deleted;
      DROP TABLE search_segments;
      DROP TABLE stale_segments;
      CREATE TABLE search_segments (number INTEGER PRIMARY KEY, columns BLOB NOT NULL, codes BLOB NOT NULL);
      CREATE TABLE changed_copies (number INTEGER PRIMARY KEY, changes INTEGER NOT NULL);
      WITH RECURSIVE first_of_segment (number) AS (
        SELECT min(number) FROM copies
        UNION ALL
        SELECT (SELECT min(copies.number) FROM copies
          WHERE copies.number >= (first_of_segment.number / ${segmentRows} + 1) * ${segmentRows})
        FROM first_of_segment WHERE number IS NOT NULL
      )
      INSERT INTO changed_copies SELECT number, 1 FROM first_of_segment WHERE number IS NOT NULL;
      CREATE TRIGGER copy_saved AFTER INSERT ON copies BEGIN
        INSERT INTO changed_copies VALUES (new.number, 1)
          ON CONFLICT (number) DO UPDATE SET changes = changes + 1;
      END;
      CREATE TRIGGER copy_replaced AFTER UPDATE OF record ON copies BEGIN
        INSERT INTO changed_copies VALUES (new.number, 1)
          ON CONFLICT (number) DO UPDATE SET changes = changes + 1;
      END;
      CREATE TRIGGER copy_deleted AFTER DELETE ON copies BEGIN
        DELETE FROM search_segments WHERE number = old.number / ${segmentRows};
        INSERT INTO changed_copies VALUES (old.number / ${segmentRows} * ${segmentRows}, 1)
          ON CONFLICT (number) DO UPDATE SET changes = changes + 1;
        UPDATE changed_copies SET changes = changes
            + coalesce((SELECT changes FROM changed_copies WHERE number = old.number), 0)
          WHERE number = old.number / ${segmentRows} * ${segmentRows} AND number <> old.number;
        DELETE FROM changed_copies
          WHERE number = old.number AND number <> old.number / ${segmentRows} * ${segmentRows};
      END`,
  },
  refusedFilesMigration,
  copyBytesMigration,
  unknownCodesMigration,
]
