import Database from 'libsql'

const tables = `
  CREATE TABLE IF NOT EXISTS transactions (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    transaction_id TEXT NOT NULL UNIQUE,
    custom_id TEXT,
    facts TEXT NOT NULL,
    touched_at TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS transactions_by_custom_id ON transactions (custom_id);
  CREATE TABLE IF NOT EXISTS refunds (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL REFERENCES transactions (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    device_id TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS refunds_by_id ON refunds (id);
`

/**
 * Opens the ledger's file (':memory:' for none) and makes its tables. A refund is on the disk before it is
 * answered. Throws libsql's error for a file that is no ledger.
 */
export function openLedgerFile(file: string): Database.Database {
  const database = new Database(file, { timeout: 5 })
  if (file !== ':memory:') database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  database.exec(tables)
  return database
}
