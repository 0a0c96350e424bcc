/**
 * One line of the journal and the chain that binds the lines: each hash covers the hash before it and the line's
 * text, keyed, so that nobody without the journal's key can change, drop or move a line and make the hashes fit. The first
 * line of each file carries all that stands open.
 */
import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { attemptEventSchema, attemptSchema } from '../../shared/attempt/attempt'
import { shiftSchema } from '../../shared/refund/day'
import {
  alarmEventSchema,
  lockEventSchema,
  paymentEventSchema,
  tillEventSchema,
} from '../../shared/refund/journal-events'
import { doneRefundSchema, paymentLineSchema } from '../../shared/refund/past'

const seq = z.number().int().positive()

const attempts = z.array(attemptSchema).readonly()

const standsOpenSchema = z
  .object({
    attempts,
    /** Settled attempts on a payment that has something open, and lately refused or decided ones. */
    beside: attempts,
    /** What their answers settled in the last thirty days. */
    done: z.array(doneRefundSchema).readonly(),
    /** Lowerings and rises of that time. */
    lines: z.array(paymentLineSchema).readonly(),
    /** Locks and alarms that no attempt holds, each with the number of its line. */
    locks: z.array(z.object({ line: seq, event: lockEventSchema }).strict().readonly()).readonly(),
    alarms: z.array(z.object({ line: seq, event: alarmEventSchema }).strict().readonly()).readonly(),
    practice: z.array(z.string()).readonly(),
    shifts: z.array(shiftSchema).readonly(),
    /** When lines were last found lost, by this PC's clock and the running time. */
    unread: z.object({ at: z.number().int(), ran: z.number().int() }).strict().readonly().nullable(),
  })
  .strict()
  .readonly()

export type StandsOpen = z.infer<typeof standsOpenSchema>

/** The most bytes that the text of one line may have: a journal is never pruned. */
export const longestLine = 64 * 1024

/** The till's running time when the line was written: milliseconds that its programs had run since its first. */
const ran = z.number().int().nonnegative().optional()

export const attemptLineSchema = z
  .object({
    seq,
    ran,
    marker: z.string(),
    event: attemptEventSchema,
    /** The attempt before this event, where it was settled before this file began: a file is folded by itself. */
    of: attemptSchema.optional(),
  })
  .strict()
  .readonly()
const paymentEventLineSchema = z.object({ seq, ran, payment: paymentEventSchema }).strict().readonly()
const tillLineSchema = z.object({ seq, ran, till: tillEventSchema }).strict().readonly()

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
const beginningLineSchema = z.object({ seq, ran, beginning: beginningSchema }).strict().readonly()

/** What an answer said of a payment, where it said more than was known: at most one line for each answer. */
const seenValueSchema = z
  .object({
    /** Milliseconds since 1970, this PC's clock. */
    at: z.number().int(),
    id: z.string().min(1),
    refunded: z.number().int().nonnegative(),
    currency: z.string(),
  })
  .strict()
  .readonly()
const seenLineSchema = z.object({ seq, ran, seen: seenValueSchema }).strict().readonly()

/** Of what stands in a file of the record. Files of another are not opened. */
export const recordVersion = 1

/** The first line of each file: a start reads the newest file and nothing else. */
const firstLineSchema = z
  .object({
    seq,
    ran,
    first: z
      .object({
        at: z.number().int(),
        version: z.literal(recordVersion),
        /** The number of the file that it begins. */
        file: z.number().int().positive(),
        /** The hash of the line before it, in an earlier file. */
        before: z.string(),
        /** The journals that this one goes on from, by their ids, oldest first. */
        earlier: z.array(z.string()).readonly(),
        open: standsOpenSchema,
      })
      .strict()
      .readonly(),
  })
  .strict()
  .readonly()

export const journalLineSchema = z.union([
  attemptLineSchema,
  paymentEventLineSchema,
  tillLineSchema,
  seenLineSchema,
  firstLineSchema,
  beginningLineSchema,
])

const anyVersion = z.object({ first: z.object({ version: z.number() }) })

/** The version that an opened first line says its file to be of; null where it is no first line. */
export function versionOf(text: string | null): number | null {
  const found = anyVersion.safeParse(text === null ? null : JSON.parse(text))
  return found.success ? found.data.first.version : null
}

export type AttemptLine = z.infer<typeof attemptLineSchema>
export type JournalBeginning = z.infer<typeof beginningSchema>
export type SeenValue = z.infer<typeof seenValueSchema>
export type FirstLine = z.infer<typeof firstLineSchema>
export type JournalLine = z.infer<typeof journalLineSchema>

/** Where the chain stands: how many lines there are and the hash of the last. */
export type Head = { readonly seq: number; readonly hash: string }

/** The text that is sealed and hashed. @param line as it was parsed: its keys are in the order of the schema. */
export function lineText(line: JournalLine): string {
  return JSON.stringify(line)
}

/** Milliseconds since 1970 of the PC's clock when the line was written. */
export function lineTime(line: JournalLine): number {
  if ('event' in line) return line.event.at
  if ('payment' in line) return line.payment.at
  if ('till' in line) return line.till.at
  if ('seen' in line) return line.seen.at
  return 'first' in line ? line.first.at : line.beginning.at
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
export function lockHash(id: string): string {
  return createHash('sha256').update(id, 'utf8').digest('hex')
}

/** The most characters of one text that an event carries, where the line is longer than a line may be. */
const maxForeign = 4000
/** Texts of the service's or the system's own, which people read and nothing is decided by. */
const foreign = new Set(['raw', 'message', 'detail'])

/**
 * The line as it is read again, and its text; where that is too long, with what came back cut. Null when it is too long
 * all the same. Throws on what is no line.
 */
export function fitLine(draft: JournalLine): { readonly line: JournalLine; readonly text: string } | null {
  // Its keys are in the order of the schema: another order would break the chain at the next start.
  const line = journalLineSchema.parse(draft)
  // A first line holds all that stands open, however much that is.
  if ('first' in line || bytesOf(line) <= longestLine) return { line, text: lineText(line) }
  if (!('event' in line)) return null
  const event = JSON.parse(
    JSON.stringify(line.event, (name, value) => (foreign.has(name) ? cut(value) : value)),
  )
  const fitted = { ...line, event: attemptEventSchema.parse(event) }
  return bytesOf(fitted) <= longestLine ? { line: fitted, text: lineText(fitted) } : null
}

/** The attempt that a line carries along was within its own line's limit. */
function bytesOf(line: JournalLine): number {
  return Buffer.byteLength(lineText('of' in line ? { ...line, of: undefined } : line))
}

/** Half of a pair of surrogates would not come back as it went. */
function cut(text: unknown): unknown {
  if (typeof text !== 'string' || text.length <= maxForeign) return text
  return `${text.slice(0, maxForeign).replace(/[\uD800-\uDBFF]$/, '')} … (cut)`
}
