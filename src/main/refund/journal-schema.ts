import type { Migration } from '../database/open-database'
import { digestDue } from './mark-digest'

/**
 * The journal's tables. Texts are sealed, columns that are looked up are blind indexes; `payment` is the
 * transaction's internal id. The unique index is the promise that one transaction has one undecided attempt.
 */
export const journalMigrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
      CREATE TABLE events (
        seq INTEGER PRIMARY KEY,
        attempt BLOB NOT NULL,
        at INTEGER NOT NULL,
        line BLOB NOT NULL,
        hash TEXT NOT NULL
      );
      CREATE INDEX events_of_attempt ON events (attempt, seq);
      CREATE TABLE attempts (
        attempt BLOB PRIMARY KEY,
        payment BLOB NOT NULL,
        undecided INTEGER NOT NULL CHECK (undecided IN (0, 1)),
        created_at INTEGER NOT NULL,
        since INTEGER NOT NULL,
        row BLOB NOT NULL
      );
      CREATE UNIQUE INDEX one_undecided_attempt ON attempts (payment) WHERE undecided = 1;
      CREATE INDEX attempts_by_time ON attempts (created_at);
      CREATE INDEX attempts_by_change ON attempts (since);
      CREATE INDEX attempts_of_payment ON attempts (payment, created_at);
      CREATE TABLE marks (payment BLOB PRIMARY KEY, row BLOB NOT NULL)`,
  },
  {
    version: 2,
    sql: `
      CREATE TABLE mark_digest (only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL);
      INSERT INTO mark_digest (only, value) VALUES (1, '${digestDue}')`,
  },
]
