import type { Migration } from '../database/open-database'

/**
 * The tables of cache.db. Codes, owners and credentials are blind indexes, records and used codes are sealed;
 * only times (milliseconds since 1970) are plain. `access` says which credentials were shown records of which
 * owner, an owner being one service address and company.
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
]
