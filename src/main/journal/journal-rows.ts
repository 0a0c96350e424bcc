/**
 * The journal's rows: what is sealed and for which place, the columns that rows are found by, and how a row is opened
 * again. Whoever reads a damaged journal goes through here too: each value opens by itself or not at all.
 */
import { z } from 'zod'
import { type Attempt, attemptSchema, type Intent } from '../../shared/attempt'
import { type HighWater, highWaterSchema } from '../../shared/journal-events'
import { isUndecided } from '../../shared/refund'
import { blindIndex, seal, unseal } from '../database/sealing'
import { blob } from './journal-columns'
import { type JournalLine, journalLineSchema, lineSubject } from './journal-line'

/** Half of a blind index tells any two texts apart, and there are millions of them. */
const indexBytes = 16

function index(key: Buffer, column: string, text: string): Buffer {
  return blindIndex(key, column, text).subarray(0, indexBytes)
}

export const attemptIndex = (key: Buffer, marker: string) => index(key, 'attempt', marker)
/** Whatever is read or written of one payment asks for its index again and again. */
let lastAsked: {
  readonly key: Buffer
  readonly service: number
  readonly id: string
  readonly index: Buffer
} | null = null

/** The index of a payment: its service's number and internal `id`. Not to be written into. */
export function paymentIndex(key: Buffer, service: number, id: string): Buffer {
  if (lastAsked?.key !== key || lastAsked.service !== service || lastAsked.id !== id) {
    lastAsked = { key, service, id, index: index(key, 'payment', `${service}\n${id}`) }
  }
  return lastAsked.index
}
/** Activity finds texts whole, whatever their case and the blanks around them. */
const plain = (text: string) => text.trim().toLowerCase()
export const codeIndex = (key: Buffer, code: string) => index(key, 'code', plain(code))
export const cashierIndex = (key: Buffer, cashier: string) => index(key, 'cashier', plain(cashier))

/** Locks that no attempt holds and whose payment nobody knows, and their releases. Read whole: they are few. */
export const lockLinesIndex = (key: Buffer) => index(key, 'lines', 'locks')
/** Lines about the till as a whole. */
export const tillLinesIndex = (key: Buffer) => index(key, 'lines', 'till')

/** The column `payment` of a line. It follows from the line alone. @param intentOf the intent of an attempt's line. */
export function linePayment(
  key: Buffer,
  line: JournalLine,
  intent: Pick<Intent, 'service' | 'id'> | null,
): Buffer {
  if ('event' in line) {
    if (intent === null) throw new Error(`Line ${line.seq} is about an attempt that nobody knows`)
    return paymentIndex(key, intent.service, intent.id)
  }
  if (!('payment' in line)) return tillLinesIndex(key)
  const { payment } = line
  if (payment.kind === 'locked_unread' || payment.kind === 'released') return lockLinesIndex(key)
  return paymentIndex(key, payment.service, payment.id)
}

/** The codes that an attempt is found by in Activity, each once. */
export function attemptCodes(
  key: Buffer,
  { transactionId, customId, id, foundBy }: Intent,
): readonly Buffer[] {
  const codes = new Set([transactionId, customId, id, foundBy.code].map(plain).filter((code) => code !== ''))
  return [...codes].map((code) => codeIndex(key, code))
}

/** The plain columns of an attempt's row; all but `number` and `holds` follow from the attempt. */
export function attemptColumns(key: Buffer, attempt: Attempt) {
  const { intent, state, createdAt } = attempt
  return {
    attempt: attemptIndex(key, intent.marker),
    payment: paymentIndex(key, intent.service, intent.id),
    undecided: isUndecided(state) ? 1 : 0,
    state,
    created_at: createdAt,
    cashier: cashierIndex(key, intent.cashier),
  }
}

/** A payment's high-water value as it is kept. It carries its payment's name, so that a new journal can go on with it. */
const highWaterRowSchema = z
  .object({
    service: z.number().int().positive(),
    id: z.string().min(1),
    ...highWaterSchema.unwrap().shape,
    /** The currency of the lines or else of the first answer that it comes from; '' when none said one. */
    currency: z.string(),
    /** The highest `refunded` of answers in other currencies. */
    others: z.record(z.string(), z.number().int()).readonly(),
    /** The number of the lowering line that it rests on; null when it was never lowered. */
    lowering: z.number().int().positive().nullable(),
  })
  .strict()
  .readonly()
export type HighWaterRow = z.infer<typeof highWaterRowSchema>

/**
 * The value that an answer in this currency is compared with. A currency that was never seen counts as much as the
 * highest of all: nobody knows which of two is the odd one. Times are kept of one currency only.
 * @param currency null where none is meant: the highest of all.
 */
export function highWaterIn(row: HighWaterRow, currency: string | null): HighWater {
  const { refunded, others, updatedAt } = row
  if (currency === row.currency) return { refunded, updatedAt }
  const own = currency === null ? undefined : others[currency]
  return {
    refunded: own ?? Math.max(refunded, ...Object.values(others)),
    updatedAt: own === undefined ? updatedAt : '',
  }
}

/** More other currencies than a broken service needs are not told apart. */
const maxOthers = 8

/** The row after an answer raised the value of that currency. */
export function withAnswer(row: HighWaterRow, currency: string, raised: HighWater): HighWaterRow {
  if (row.currency === '' || row.currency === currency) return { ...row, ...raised, currency }
  const others = { ...row.others, [currency]: raised.refunded }
  return Object.keys(others).length > maxOthers ? row : { ...row, others }
}

/** The row after a line about a refund, whose currency is the payment's. */
export function withLine(row: HighWaterRow, currency: string, raised: HighWater): HighWaterRow {
  const { [currency]: _own, ...others } = row.others
  const before = ['', currency].includes(row.currency) ? {} : { [row.currency]: row.refunded }
  return { ...row, ...raised, currency, others: { ...others, ...before } }
}

const sealedText = z.object({ seq: z.number(), line: blob })
const sealedAttempt = z.object({ attempt: blob, row: blob })
const sealedValue = z.object({ payment: blob, row: blob })

const eventPlace = (seq: number) => `event ${seq}`
const attemptPlace = (attempt: Buffer) => `attempt ${attempt.toString('hex')}`
const highWaterPlace = (payment: Buffer) => `high-water ${payment.toString('hex')}`

export const sealLine = (key: Buffer, seq: number, text: string) => seal(key, text, eventPlace(seq))
export const sealAttempt = (key: Buffer, attempt: Attempt) =>
  seal(key, JSON.stringify(attempt), attemptPlace(attemptIndex(key, attempt.intent.marker)))
export const sealHighWater = (key: Buffer, row: HighWaterRow) =>
  seal(key, JSON.stringify(row), highWaterPlace(paymentIndex(key, row.service, row.id)))

/** A value that does not open is damage (database/open-database.ts: what is thrown carries no code of the database). */
function open(key: Buffer, sealed: Buffer, place: string): string {
  const text = unseal(key, sealed, place)
  if (text === null) throw new Error(`The journal's ${place} does not open`)
  return text
}

/**
 * Opens and parses rows as libsql answers them: `line` wants the columns seq and line, `attempt` attempt and row, the
 * others payment and row. Each throws on a value that does not open with this key in its own place.
 */
export function makeRowReaders(key: Buffer) {
  return {
    lineText(found: unknown): string {
      const { seq, line } = sealedText.parse(found)
      return open(key, line, eventPlace(seq))
    },
    line(found: unknown): JournalLine {
      const { seq, line } = sealedText.parse(found)
      return parseLine(seq, open(key, line, eventPlace(seq)))
    },
    attempt(found: unknown): Attempt {
      const { attempt, row } = sealedAttempt.parse(found)
      return attemptSchema.parse(JSON.parse(open(key, row, attemptPlace(attempt))))
    },
    highWater(found: unknown): HighWaterRow {
      const { payment, row } = sealedValue.parse(found)
      return highWaterRowSchema.parse(JSON.parse(open(key, row, highWaterPlace(payment))))
    },
  }
}
export type RowReaders = ReturnType<typeof makeRowReaders>

/** The line of an opened text. Throws when it is no line, or another's. */
export function parseLine(seq: number, text: string): JournalLine {
  const line = journalLineSchema.parse(JSON.parse(text))
  if (line.seq !== seq) throw new Error(`Line ${seq} says that it is line ${line.seq}`)
  return line
}

/** The columns of a line's row beside its hash and text. */
export function eventColumns(key: Buffer, line: JournalLine, intent: Pick<Intent, 'service' | 'id'> | null) {
  return { seq: line.seq, payment: linePayment(key, line, intent), at: lineSubject(line).at }
}
