/**
 * One line of the journal and the chain that binds the lines: each hash is keyed and covers the hash before it and the
 * line's text, so that nobody without the journal's key can change, drop or move a line and make the hashes fit. The first
 * line of each file carries all that is open.
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
    /** Settled attempts: those on a payment that has an open one, and those refused or decided lately. */
    beside: attempts,
    /** Refunds that their answers settled in the last thirty days. */
    done: z.array(doneRefundSchema).readonly(),
    /** Lowerings and reported rises of the last thirty days. */
    lines: z.array(paymentLineSchema).readonly(),
    /** Locks and alarms without an attempt, each with the number of its line. */
    locks: z.array(z.object({ line: seq, event: lockEventSchema }).strict().readonly()).readonly(),
    alarms: z.array(z.object({ line: seq, event: alarmEventSchema }).strict().readonly()).readonly(),
    practice: z.array(z.string()).readonly(),
    shifts: z.array(shiftSchema).readonly(),
    /** When lines were last found lost, by this PC's clock and by the running time. */
    unread: z.object({ at: z.number().int(), ran: z.number().int() }).strict().readonly().nullable(),
  })
  .strict()
  .readonly()

export type StandsOpen = z.infer<typeof standsOpenSchema>

/** The limit of one line's text: a journal is never pruned. */
export const maxLineBytes = 64 * 1024

/** The till's running time when the line was written: milliseconds that its programs had run since the first start. */
const ran = z.number().int().nonnegative()

export const attemptLineSchema = z
  .object({
    seq,
    ran,
    marker: z.string(),
    event: attemptEventSchema,
    /** The attempt before this event, if it was settled before this file began, so that each file can be folded alone. */
    of: attemptSchema.optional(),
  })
  .strict()
  .readonly()
const paymentEventLineSchema = z.object({ seq, ran, payment: paymentEventSchema }).strict().readonly()
const tillLineSchema = z.object({ seq, ran, till: tillEventSchema }).strict().readonly()

/** How this journal goes on from others (protocol 12). */
const beginningSchema = z
  .object({
    /** Milliseconds since 1970, this PC's clock. */
    at: z.number().int(),
    /** Who began it, and why. */
    by: z.object({ supervisor: z.string(), why: z.string() }).strict().readonly(),
    /** The journal that was in force before, by its id; null when none was. */
    after: z.string().nullable(),
    /** The head of the old chain that the keychain knew, `number:hash`; null when it knew none. */
    oldHead: z.string().nullable(),
    /** How many refunds were read and taken over, and how many payments stay locked unread. */
    attempts: z.number().int(),
    unread: z.number().int(),
    /** How many lines up to the kept head could not be read; null when unknown. */
    missing: z.number().int().nullable(),
  })
  .strict()
  .readonly()
const beginningLineSchema = z.object({ seq, ran, beginning: beginningSchema }).strict().readonly()

/** A higher `refunded` than was known, from an answer: at most one line for each answer. */
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

/** The version of the record's files. Files of another version are not opened. */
export const recordVersion = 1

/** The first line of each file, from which a start reads the newest file and nothing else. */
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
        /** The number of the newest file that each of these had, by which one that went on since is told. */
        ends: z.array(z.number().int().nonnegative()).readonly(),
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

/** The file version that an opened first line states; null where the text is no first line. */
export function versionOf(text: string | null): number | null {
  const found = anyVersion.safeParse(text === null ? null : JSON.parse(text))
  return found.success ? found.data.first.version : null
}

export type AttemptLine = z.infer<typeof attemptLineSchema>
export type JournalBeginning = z.infer<typeof beginningSchema>
export type SeenValue = z.infer<typeof seenValueSchema>
export type FirstLine = z.infer<typeof firstLineSchema>
export type JournalLine = z.infer<typeof journalLineSchema>

/** The end of the chain: the number and hash of the last line. */
export type Head = { readonly seq: number; readonly hash: string }

/** Returns the text that is sealed and hashed. @param line as it was parsed, so its keys are in the order of the schema. */
export function lineText(line: JournalLine): string {
  return JSON.stringify(line)
}

/** When the line was written by the PC's clock, in milliseconds since 1970. */
export function lineTime(line: JournalLine): number {
  if ('event' in line) return line.event.at
  if ('payment' in line) return line.payment.at
  if ('till' in line) return line.till.at
  if ('seen' in line) return line.seen.at
  return 'first' in line ? line.first.at : line.beginning.at
}

/** Returns the head before the first line. Its hash covers the journal's id, so that no other journal can extend it. */
export function chainStart(journalId: string): Head {
  const hash = createHash('sha256').update(`Tillside journal ${journalId}`, 'utf8').digest('hex')
  return { seq: 0, hash }
}

/** Derives the key of the lines' hashes, so that whoever may check a chain need not be able to open its lines. */
export function chainKey(key: Buffer): Buffer {
  return createHmac('sha256', key).update('Tillside journal chain').digest()
}

/** The hash of a line after `previous`. @param hashKey from `chainKey`. */
export function chainHash(hashKey: Buffer, previous: string, text: string): string {
  return createHmac('sha256', hashKey).update(`${previous}\n${text}`, 'utf8').digest('hex')
}

/** The lock of a payment as it is written unsealed: a plain SHA-256, in hexadecimal (protocol 12). */
export function lockHash(id: string): string {
  return createHash('sha256').update(id, 'utf8').digest('hex')
}

/** How many characters of one foreign text an event keeps, once its line is over the limit. */
const maxForeignLength = 4000
/** Texts from the service or the system, which people read and nothing is decided by. */
const foreign = new Set(['raw', 'message', 'detail'])

/**
 * Returns the line as a reader will parse it, and its text. Where that is too long, the foreign texts are cut. Null when it
 * is still too long. Throws on what is no line.
 */
export function fitLine(draft: JournalLine): { readonly line: JournalLine; readonly text: string } | null {
  // Parsing puts the keys in the order of the schema; any other order would break the chain at the next start.
  const line = journalLineSchema.parse(draft)
  // A first line holds all that is open, however much that is.
  if ('first' in line || bytesOf(line) <= maxLineBytes) return { line, text: lineText(line) }
  if (!('event' in line)) return null
  const event = JSON.parse(
    JSON.stringify(line.event, (name, value) => (foreign.has(name) ? cut(value) : value)),
  )
  const fitted = { ...line, event: attemptEventSchema.parse(event) }
  return bytesOf(fitted) <= maxLineBytes ? { line: fitted, text: lineText(fitted) } : null
}

/** The line's length, without the attempt that it carries along: that was within the limit in its own line. */
function bytesOf(line: JournalLine): number {
  return Buffer.byteLength(lineText('of' in line ? { ...line, of: undefined } : line))
}

/** Cuts a foreign text. Half a surrogate pair is dropped: it would be read back as something else. */
function cut(text: unknown): unknown {
  if (typeof text !== 'string' || text.length <= maxForeignLength) return text
  return `${text.slice(0, maxForeignLength).replace(/[\uD800-\uDBFF]$/, '')} … (cut)`
}
