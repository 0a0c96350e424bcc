import type { Migration } from '../database/open-database'

/** How many codes that no payment has were asked for, by hand and by lists, on which day (20261121). */
export const unknownCodesMigration: Migration = {
  version: 8,
  sql: `
    CREATE TABLE unknown_codes (
      one INTEGER PRIMARY KEY CHECK (one = 1), day INTEGER NOT NULL, hand INTEGER NOT NULL, list INTEGER NOT NULL
    )`,
}
