/**
 * The tables of one journal file (docs/refund-protocol.md). Texts are sealed, what is looked up
 * by is a blind index; only `open_locks` can be read without the key, so that what cannot be opened still locks.
 */
import Database from 'libsql'
import { z } from 'zod'
import { columnsOf, text } from './journal-columns'

/** `PRAGMA user_version` of the format. */
export const journalVersion = 1

/**
 * `events.payment`: the payment that a line is about, so that one payment's lines are found together; lines about none
 * stand under indexes of their own (journal-rows.ts). `hash` stands before the long `line`: it is read without it.
 * `one_holder` is the promise that one payment has one attempt that holds its lock; others that are undecided wait.
 * `attempts_narrow` is what Activity is paged by: narrow enough to be gone through whole for what matches seldom.
 */
export const journalSchema = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    payment BLOB NOT NULL,
    at INTEGER NOT NULL,
    hash TEXT NOT NULL,
    line BLOB NOT NULL
  );
  CREATE INDEX events_of_payment ON events (payment);
  CREATE INDEX events_by_time ON events (at);
  CREATE TABLE attempts (
    number INTEGER PRIMARY KEY,
    attempt BLOB NOT NULL,
    payment BLOB NOT NULL,
    holds INTEGER NOT NULL CHECK (holds IN (0, 1)),
    undecided INTEGER NOT NULL CHECK (undecided IN (0, 1)),
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    cashier BLOB NOT NULL,
    row BLOB NOT NULL
  );
  CREATE UNIQUE INDEX attempts_by_marker ON attempts (attempt);
  CREATE UNIQUE INDEX one_holder ON attempts (payment) WHERE holds = 1;
  CREATE INDEX undecided_attempts ON attempts (payment) WHERE undecided = 1;
  CREATE INDEX attempts_of_payment ON attempts (payment);
  CREATE INDEX attempts_by_time ON attempts (created_at);
  CREATE INDEX attempts_narrow ON attempts (number, state, cashier, created_at);
  CREATE TABLE attempt_codes (
    code BLOB NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (code, number)
  ) WITHOUT ROWID;
  CREATE TABLE high_water (payment BLOB PRIMARY KEY, row BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE open_locks (
    marker TEXT NOT NULL,
    lock TEXT NOT NULL,
    service INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (marker, lock)
  ) WITHOUT ROWID;
  CREATE TABLE checkpoints (seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, row BLOB NOT NULL);
  CREATE TABLE progress (only INTEGER PRIMARY KEY CHECK (only = 1), row BLOB NOT NULL);
  PRAGMA user_version = ${journalVersion};
`

const schemaRow = z.object({
  type: text,
  name: text,
  tbl_name: text,
  rootpage: z.number(),
  sql: text.nullable(),
})
type SchemaRow = z.infer<typeof schemaRow>

/** Everything that `sqlite_schema` names, triggers and views too, in its order. */
export function readSchema(database: Database.Database): readonly SchemaRow[] {
  const found = database.prepare(`SELECT ${columnsOf.schema} FROM sqlite_schema`).all([])
  return found.map((row) => schemaRow.parse(row))
}

let fresh: readonly SchemaRow[] | null = null

/** What `readSchema` answers for a file in order: it is always made whole, in one go, and never changed. */
export function expectedSchema(): readonly SchemaRow[] {
  if (fresh === null) {
    const database = new Database(':memory:')
    database.exec(journalSchema)
    fresh = readSchema(database)
    database.close()
  }
  return fresh
}

/** The number that the file's header gives for its format. */
export function readVersion(database: Database.Database): number {
  const row = database.prepare('PRAGMA user_version').raw().get()
  return Array.isArray(row) ? Number(row[0]) : Number.NaN
}
