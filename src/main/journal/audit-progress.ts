/** How far the background check of a journal has come; kept sealed in the file across restarts (protocol 13). */
import type Database from 'libsql'
import { z } from 'zod'
import { seal, unseal } from '../database/sealing'
import { blob, columnsOf } from './journal-columns'
import type { Head } from './journal-line'

const roundSchema = z
  .object({
    /** What is gone through now: the chain line by line, then payment by payment, then the high-water values. */
    phase: z.enum(['chain', 'payments', 'high_water']),
    /** Lines and rows that stood when the round began: what came later was verified when it was written. */
    target: z.object({ seq: z.number(), number: z.number() }).readonly(),
    /** The last line of the chain that was verified. */
    chain: z.object({ seq: z.number(), hash: z.string() }).readonly(),
    /** The index, in hexadecimal, of the last payment or value that was gone through. */
    after: z.string(),
    /** How many lines and rows of the target were met payment by payment: in the end all of them. */
    lines: z.number(),
    rows: z.number(),
  })
  .readonly()
export type AuditRound = z.infer<typeof roundSchema>

const progressSchema = z
  .object({
    /** When a round last ended well, in milliseconds since 1970; null if never. */
    wholeAt: z.number().nullable(),
    /** The round that is under way; null between two. */
    round: roundSchema.nullable(),
  })
  .readonly()
export type AuditProgress = z.infer<typeof progressSchema>

export function newRound(start: Head, target: AuditRound['target']): AuditRound {
  return { phase: 'chain', target, chain: start, after: '', lines: 0, rows: 0 }
}

const place = 'progress'
const progressRow = z.object({ row: blob })

export function sealProgress(key: Buffer, progress: AuditProgress): Buffer {
  return seal(key, JSON.stringify(progress), place)
}

/** What is kept; nothing verified yet when there is nothing that opens. */
export function readProgress(database: Database.Database, key: Buffer): AuditProgress {
  const found = database.prepare(`SELECT ${columnsOf.progress} FROM progress WHERE only = 1`).get([])
  const text = found === undefined ? null : unseal(key, progressRow.parse(found).row, place)
  const parsed = progressSchema.safeParse(text === null ? null : JSON.parse(text))
  return parsed.success ? parsed.data : { wholeAt: null, round: null }
}
