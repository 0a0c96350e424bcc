/** What is written into a journal's tables. Callers put what belongs together into one transaction. */
import type Database from 'libsql'
import type { Attempt } from '../../shared/attempt'
import type { JournalLine } from './journal-line'
import {
  attemptCodes,
  attemptColumns,
  type HighWaterRow,
  paymentIndex,
  sealAttempt,
  sealHighWater,
  sealLine,
} from './journal-rows'
import type { OpenLock } from './journal-types'

type Values = readonly (Buffer | string | number)[]

/** An attempt and where its row stands. @param isNew whether that row is still to be made. */
export type AttemptToWrite = {
  readonly number: number
  readonly isNew: boolean
  readonly holds: 0 | 1
  readonly attempt: Attempt
}

export function makeJournalWrites(database: Database.Database, key: Buffer) {
  /** A write that somebody's trigger swallows is no write: what is thrown counts as damage. */
  function exactlyOne(sql: string): (values: Values) => void {
    const statement = database.prepare(sql)
    return (values) => {
      if (statement.run([...values]).changes !== 1) throw new Error(`Not written: ${sql.slice(0, 30)}`)
    }
  }
  const insertEvent = exactlyOne('INSERT INTO events (seq, payment, at, hash, line) VALUES (?, ?, ?, ?, ?)')
  const insertAttempt = exactlyOne(
    `INSERT INTO attempts (number, attempt, payment, holds, undecided, state, created_at, cashier, row)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const updateAttempt = exactlyOne(
    'UPDATE attempts SET holds = ?, undecided = ?, state = ?, row = ? WHERE number = ?',
  )
  const insertCode = exactlyOne('INSERT INTO attempt_codes (code, number) VALUES (?, ?)')
  const handLock = exactlyOne('UPDATE attempts SET holds = 1 WHERE number = ?')
  const putHighWater = exactlyOne('INSERT OR REPLACE INTO high_water (payment, row) VALUES (?, ?)')
  const putOpenLock = exactlyOne(
    'INSERT OR REPLACE INTO open_locks (marker, lock, service, at) VALUES (?, ?, ?, ?)',
  )
  const removeOpenLock = database.prepare('DELETE FROM open_locks WHERE marker = ?')
  const putFact = exactlyOne('INSERT INTO facts (name, value) VALUES (?, ?)')
  const putCheckpoint = exactlyOne('INSERT OR REPLACE INTO checkpoints (seq, hash, row) VALUES (?, ?, ?)')
  const keepTwoCheckpoints = database.prepare(
    'DELETE FROM checkpoints WHERE seq NOT IN (SELECT seq FROM checkpoints ORDER BY seq DESC LIMIT 2)',
  )
  const putProgress = exactlyOne('INSERT OR REPLACE INTO progress (only, row) VALUES (1, ?)')

  return {
    line(
      line: JournalLine,
      columns: { readonly payment: Buffer; readonly at: number },
      text: string,
      hash: string,
    ) {
      insertEvent([line.seq, columns.payment, columns.at, hash, sealLine(key, line.seq, text)])
    },
    attempt({ number, isNew, holds, attempt }: AttemptToWrite): void {
      const { attempt: index, payment, undecided, state, created_at, cashier } = attemptColumns(key, attempt)
      const row = sealAttempt(key, attempt)
      if (!isNew) {
        updateAttempt([holds, undecided, state, row, number])
        return
      }
      insertAttempt([number, index, payment, holds, undecided, state, created_at, cashier, row])
      for (const code of attemptCodes(key, attempt.intent)) insertCode([code, number])
    },
    /** Hands the lock of a payment to one that waits. */
    handLock: (number: number) => handLock([number]),
    highWater(row: HighWaterRow): void {
      putHighWater([paymentIndex(key, row.service, row.id), sealHighWater(key, row)])
    },
    openLock: ({ marker, lock, service, at }: OpenLock) => putOpenLock([marker, lock, service, at]),
    removeOpenLock(marker: string): void {
      removeOpenLock.run([marker])
    },
    /** Replaces them all: for the rare line that is about a lock that no attempt holds. */
    openLocks(locks: readonly OpenLock[]): void {
      database.prepare('DELETE FROM open_locks').run([])
      for (const { marker, lock, service, at } of locks) putOpenLock([marker, lock, service, at])
    },
    fact: (name: string, value: string) => putFact([name, value]),
    /** The newest two are kept. */
    checkpoint(seq: number, hash: string, row: Buffer): void {
      putCheckpoint([seq, hash, row])
      keepTwoCheckpoints.run([])
    },
    dropCheckpoints(): void {
      database.prepare('DELETE FROM checkpoints').run([])
    },
    progress: (row: Buffer) => putProgress([row]),
  }
}
export type JournalWrites = ReturnType<typeof makeJournalWrites>
