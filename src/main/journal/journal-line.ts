/**
 * One line of the journal and the chain that binds the lines: each hash covers the hash before it and the line's
 * text, keyed, so that nobody without the journal's key can change, drop or move a line and make the hashes fit.
 */
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { attemptEventSchema } from '../../shared/attempt'
import { paymentEventSchema, tillEventSchema } from '../../shared/journal-events'

/** The most bytes that the text of one line may have: a journal is never pruned. */
export const longestLine = 64 * 1024

const seq = z.number().int().positive()

export const attemptLineSchema = z
  .object({ seq, marker: z.string(), event: attemptEventSchema })
  .strict()
  .readonly()
const paymentLineSchema = z.object({ seq, payment: paymentEventSchema }).strict().readonly()
const tillLineSchema = z.object({ seq, till: tillEventSchema }).strict().readonly()

/** That this journal goes on from others (protocol 12). */
const beginningSchema = z
  .object({
    /** Milliseconds since 1970, this PC's clock. */
    at: z.number().int(),
    /** Who began it, and why. */
    by: z.object({ supervisor: z.string(), why: z.string() }).strict().readonly(),
    /** The journal that was in force before, by its id; null when none was. */
    after: z.string().nullable(),
    /** The number of the last line that was taken over: the first that is this journal's own comes after it. */
    last: z.number().int().positive(),
    /** The files that were read, below the profile's folder, as they were. */
    files: z.array(z.object({ file: z.string(), sha256: z.string() }).strict()).readonly(),
    /** The head that the keychain knew of the old chain, `number:hash`. */
    oldHead: z.string().nullable(),
    /** How many refunds could be read and were taken over, and how many payments stay locked unread. */
    attempts: z.number().int(),
    unread: z.number().int(),
    /** Lines up to the kept head that could not be read; null when nobody knows how many there were. */
    missing: z.number().int().nullable(),
  })
  .strict()
  .readonly()
const beginningLineSchema = z
  .object({ seq: z.literal(1), beginning: beginningSchema })
  .strict()
  .readonly()

export const journalLineSchema = z.union([
  attemptLineSchema,
  paymentLineSchema,
  tillLineSchema,
  beginningLineSchema,
])

export type AttemptLine = z.infer<typeof attemptLineSchema>
export type JournalBeginning = z.infer<typeof beginningSchema>
export type JournalLine = z.infer<typeof journalLineSchema>

/** Where the chain stands: how many lines there are and the hash of the last. */
export type Head = { readonly seq: number; readonly hash: string }

/** The text that is sealed and hashed. Parsing and writing it again gives the same text. */
export function lineText(line: JournalLine): string {
  if ('beginning' in line) return JSON.stringify({ seq: line.seq, beginning: line.beginning })
  if ('payment' in line) return JSON.stringify({ seq: line.seq, payment: line.payment })
  if ('till' in line) return JSON.stringify({ seq: line.seq, till: line.till })
  return JSON.stringify({ seq: line.seq, marker: line.marker, event: line.event })
}

/** The attempt that a line is about, '' when it is about none, and its time. */
export function lineSubject(line: JournalLine): { readonly marker: string; readonly at: number } {
  if ('beginning' in line) return { marker: '', at: line.beginning.at }
  if ('payment' in line) return { marker: '', at: line.payment.at }
  if ('till' in line) return { marker: '', at: line.till.at }
  return { marker: line.marker, at: line.event.at }
}

/** The hash before the first line; it carries the journal's own id, so no other journal can extend it. */
export function chainStart(journalId: string): Head {
  const hash = createHash('sha256').update(`Tillside journal ${journalId}`, 'utf8').digest('hex')
  return { seq: 0, hash }
}

/** What the lines' hashes are keyed with: whoever may check a chain need not be able to open its lines. */
export function chainKey(key: Buffer): Buffer {
  return createHmac('sha256', key).update('Tillside journal chain').digest()
}

/** The hash of a line after `previous`. @param hashKey of `chainKey`. */
export function chainHash(hashKey: Buffer, previous: string, text: string): string {
  return createHmac('sha256', hashKey).update(`${previous}\n${text}`, 'utf8').digest('hex')
}

/** The lock of a payment as it stands unsealed: a plain SHA-256, in hexadecimal (protocol 12). */
export function lockHash(service: number, id: string): string {
  return createHash('sha256').update(`${service}\n${id}`, 'utf8').digest('hex')
}

/** A head as the keychain and a beginning keep it. */
export function writeHead(head: Head): string {
  return `${head.seq}:${head.hash}`
}

/** Reads what `writeHead` wrote; null for anything else. */
export function readHead(text: string): Head | null {
  const parts = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text)
  return parts?.[1] === undefined || parts[2] === undefined ? null : { seq: Number(parts[1]), hash: parts[2] }
}
