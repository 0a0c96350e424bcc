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

/** Compares what an entry leads to: SQLite seeks by the columns at its front, and reads the row's number from its end. */
const leadsTo = (number: string, entry: string) => `((SELECT ${number} FROM ${entry}) IS ?1)`
const inAll = (...entries: readonly string[]) => `SELECT ${entries.join(' + ')} AS found`

export function makeIndexEntries(database: Database.Database, key: Buffer) {
  const line = (entry: string) => leadsTo('seq', `events INDEXED BY ${entry} AND seq = ?1`)
  const row = (entry: string) => leadsTo('number', `attempts INDEXED BY ${entry} AND number = ?1`)
  const ofLine = database.prepare(
    inAll(line('events_by_time WHERE at = ?2'), line('events_of_payment WHERE payment = ?3')),
  )
  const ofRow = database.prepare(
    inAll(
      row('attempts_by_marker WHERE attempt = ?2'),
      row('attempts_by_time WHERE created_at = ?3'),
      row('attempts_narrow WHERE state = ?4 AND cashier = ?5 AND created_at = ?3'),
      row('undecided_attempts WHERE payment = ?6 AND undecided = 1'),
      row('one_holder WHERE payment = ?6 AND holds = 1'),
    ),
  )
  const code = database.prepare('SELECT 1 FROM attempt_codes WHERE code = ? AND number = ?')

  return {
    ofLine: ({ at, payment, seq }: StoredText): boolean =>
      foundRow.parse(ofLine.get([seq, at, payment])).found === 2,
    /** The index by payment is not asked: these rows were found through it. */
    ofAttempt({ number, holds, columns, attempt }: StoredAttempt): boolean {
      const { attempt: index, payment, state, cashier, created_at, undecided } = columns
      // One question for all of them: there are hundreds of thousands of rows.
      const { found } = foundRow.parse(ofRow.get([number, index, created_at, state, cashier, payment]))
      const codes = attemptCodes(key, attempt.intent)
      return found === 3 + undecided + holds && codes.every((each) => code.get([each, number]) !== undefined)
    },
  }
}
