/** Reads the journal whole, to be checked at open: every row, and the columns that it is found by. */
import { isDeepStrictEqual } from 'node:util'
import type Database from 'libsql'
import { z } from 'zod'
import type { Attempt } from '../../shared/attempt'
import { type JournalLine, lineSubject } from './journal-line'
import { attemptColumns, attemptIndex, blob, makeReaders } from './journal-rows'
import { noMarks, withMark } from './mark-digest'

const eventRow = z.object({ seq: z.number(), attempt: blob, at: z.number(), hash: z.string() })
const attemptRow = z.object({
  attempt: blob,
  payment: blob,
  undecided: z.number(),
  created_at: z.number(),
  since: z.number(),
})

const paymentRow = z.object({ payment: blob })
const digestRow = z.object({ value: z.string() })

export type StoredLine = { readonly seq: number; readonly line: JournalLine; readonly hash: string }

export type JournalAudit = {
  /** Every line in order. Throws on one that does not open or that stands under the wrong columns. */
  readonly lines: () => Generator<StoredLine>
  /** Every attempt in the order they were made. Throws like `lines`. */
  readonly attempts: () => Generator<Attempt>
  /** What the marks add up to, from the first on to all of them. Throws on one that does not open. */
  readonly markDigests: () => Generator<string>
  /** What the journal says that they add up to. */
  readonly keptDigest: () => string | null
  /** Whether nothing was ever written. */
  readonly isEmpty: () => boolean
}

/** What is thrown carries no code of the database, so it counts as damage (database/open-database.ts). */
export function makeJournalAudit(database: Database.Database, key: Buffer): JournalAudit {
  const { readAttempt, readLine, readMark } = makeReaders(key)

  function demand(found: object, expected: object, what: string): void {
    if (!isDeepStrictEqual(found, expected)) throw new Error(`${what} stands under the wrong columns`)
  }

  return {
    *lines() {
      const rows = database.prepare('SELECT seq, attempt, at, line, hash FROM events ORDER BY seq')
      for (const row of rows.iterate([])) {
        const { seq, hash, ...columns } = eventRow.parse(row)
        const line = readLine(row)
        const { marker, at } = lineSubject(line)
        demand(columns, { attempt: attemptIndex(key, marker), at }, `Line ${seq}`)
        yield { seq, line, hash }
      }
    },
    *attempts() {
      for (const row of database.prepare('SELECT * FROM attempts ORDER BY rowid').iterate([])) {
        const { attempt: index, ...columns } = attemptRow.parse(row)
        const attempt = readAttempt(row)
        const { marker } = attempt.intent
        demand(
          { index, ...columns },
          { index: attemptIndex(key, marker), ...attemptColumns(key, attempt) },
          marker,
        )
        yield attempt
      }
    },
    *markDigests() {
      let digest = noMarks
      for (const row of database.prepare('SELECT payment, row FROM marks').iterate([])) {
        digest = withMark(key, digest, paymentRow.parse(row).payment, readMark(row))
        yield digest
      }
    },
    keptDigest() {
      const kept = database.prepare('SELECT value FROM mark_digest').get([])
      return digestRow.optional().parse(kept)?.value ?? null
    },
    isEmpty() {
      const tables = ['facts', 'events', 'attempts', 'marks']
      return tables.every((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get([]) === undefined)
    },
  }
}

/** What all marks of a journal add up to. Throws on one that does not open. */
export function addUpMarks(audit: Pick<JournalAudit, 'markDigests'>): string {
  let digest = noMarks
  for (const next of audit.markDigests()) digest = next
  return digest
}
