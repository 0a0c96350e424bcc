import type { Migration } from '../database/open-database'
import { outageMigration } from '../outage/outage-schema'

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
    // What a search reads (design.md, "Facts that were measured"): made from the copies when it is first needed.
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
]
