/**
 * Whether the indexes of a journal know what stands in its tables: SQLite's own check goes through the whole file in
 * one piece, so each row is asked for by each index instead. Entries too many do no harm: what they lead to is compared
 * with what was asked for.
 */
import type Database from 'libsql'
import { z } from 'zod'
import type { StoredAttempt, StoredText } from './journal-reads'
import { attemptCodes } from './journal-rows'

const foundRow = z.object({ found: z.number() })

export function makeIndexEntries(database: Database.Database, key: Buffer) {
  const ofLine = database.prepare(
    `SELECT
       (SELECT count(*) FROM events INDEXED BY events_by_time WHERE at = ?1 AND seq = ?3) +
       (SELECT count(*) FROM events INDEXED BY events_of_payment WHERE payment = ?2 AND seq = ?3) AS found`,
  )
  const ofRow = database.prepare(
    `SELECT
       (SELECT count(*) FROM attempts INDEXED BY attempts_by_marker WHERE attempt = ?1 AND number = ?7) +
       (SELECT count(*) FROM attempts INDEXED BY attempts_by_time WHERE created_at = ?2 AND number = ?7) +
       (SELECT count(*) FROM attempts INDEXED BY attempts_narrow
        WHERE number = ?7 AND state = ?3 AND cashier = ?4 AND created_at = ?2) +
       (SELECT count(*) FROM attempts INDEXED BY undecided_attempts
        WHERE payment = ?5 AND undecided = 1 AND number = ?7) +
       (SELECT count(*) FROM attempts INDEXED BY one_holder WHERE payment = ?5 AND holds = 1 AND number = ?7) +
       ?6 AS found`,
  )
  const code = database.prepare('SELECT 1 FROM attempt_codes WHERE code = ? AND number = ?')

  return {
    ofLine: ({ at, payment, seq }: StoredText): boolean =>
      foundRow.parse(ofLine.get([at, payment, seq])).found === 2,
    /** The index by payment is not asked: these rows were found through it. */
    ofAttempt({ number, holds, columns, attempt }: StoredAttempt): boolean {
      const { attempt: index, payment, state, cashier, created_at, undecided } = columns
      // One question for all of them: there are hundreds of thousands of rows.
      const lacking = 2 - undecided - holds
      const { found } = foundRow.parse(
        ofRow.get([index, created_at, state, cashier, payment, lacking, number]),
      )
      const codes = attemptCodes(key, attempt.intent)
      return found === 5 && codes.every((each) => code.get([each, number]) !== undefined)
    },
  }
}
