import { z } from 'zod'
import { type DayPattern, isMeant, type SearchTerm } from '../../shared/copy-query'
import { walletName } from '../../shared/gateway'
import { formatMoney } from '../../shared/money'
import { type PaymentState, paymentState } from '../../shared/payment-state'

/** What of a saved record a search reads; the rest of the record is not even looked at. */
export const searchedRecord = z.object({
  id: z.string(),
  transactionId: z.string(),
  customId: z.string(),
  status: z.string(),
  currency: z.string(),
  gatewayCode: z.string(),
  amount: z.number().nullable(),
  refunded: z.number().nullable(),
  fields: z.object({
    paid_at: z.string().optional(),
    created_at: z.string().optional(),
    gateway_sub_name: z.string().optional(),
  }),
})
export type SearchedRecord = z.infer<typeof searchedRecord>

/** What many copies have in common, whose copies they are included. `owner` is the blind index in hex. */
export type Facet = {
  readonly owner: string
  readonly state: PaymentState
  readonly status: string
  readonly currency: string
  readonly gatewayCode: string
}

/** One copy as it is searched. */
export type SearchedCopy = {
  /** The copy's number in cache.db. */
  readonly number: number
  readonly facet: Facet
  /** Its codes and its wallet's name in small letters, one to a line. */
  readonly texts: string
  /** Hundredths; null when it could not be read. */
  readonly amount: number | null
  /** The service's own time, as seconds since the year 2000 there; 0 when there is none. */
  readonly seconds: number
}

export const year2000 = Date.UTC(2000, 0, 1)

/** The service's text for the time of a payment, or '' (interface.md §2.2). */
export function paymentTime({ fields }: SearchedRecord): string {
  return fields.paid_at || fields.created_at || ''
}

/** A time without a zone as seconds since the year 2000, counted as if it were UTC. 0 when it cannot be read. */
export function secondsOf(text: string): number {
  const parts = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(text)
  if (parts === null) return 0
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  const seconds = (Date.UTC(year, month - 1, day, hour, minute, second) - year2000) / 1000
  return seconds > 0 && seconds < 2 ** 32 ? seconds : 0
}

/** Small letters, composed alike, on one line: the form in which a text is compared with what was typed. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\n', ' ')
}

export function searchedCopy(number: number, owner: string, record: SearchedRecord): SearchedCopy {
  const { status, currency, gatewayCode, amount } = record
  const texts = [record.transactionId, record.customId, record.id, walletName(record)]
  return {
    number,
    facet: { owner, state: paymentState(record), status, currency, gatewayCode },
    texts: texts
      .filter((text) => text !== '')
      .map((text) => `${comparable(text)}\n`)
      .join(''),
    amount,
    seconds: secondsOf(paymentTime(record)),
  }
}

/** What stands before an amount of this currency: `hk$`. */
function symbolOf(currency: string): string {
  return formatMoney({ hundredths: 0, currency })
    .replace(/[\d.,\s]/g, '')
    .toLowerCase()
}

/** Whether what was typed before a number, or alone, means this currency: HK$, hkd and $ all mean HKD. */
export function meansCurrency(typed: string, currency: string): boolean {
  const letters = typed.replace(/\P{L}/gu, '')
  return symbolOf(currency).endsWith(typed) || isMeant(currency.toLowerCase(), letters)
}

/** Whether the term itself, not the copy's texts or amount, means copies of this kind. */
export function meansFacet({ text, states, gateways }: SearchTerm, facet: Facet): boolean {
  const { state, status, gatewayCode, currency } = facet
  return (
    states.includes(state) ||
    isMeant(status.toLowerCase(), text) ||
    gatewayCode.toLowerCase() === text ||
    gateways.some((code) => code === gatewayCode) ||
    (!/\d/.test(text) && meansCurrency(text, currency))
  )
}

/** The number of the day that begins so many seconds after the year 2000 did. */
export const dayNumber = (seconds: number): number => Math.floor(seconds / 86_400)

export function fitsDay({ year, month, day }: DayPattern, date: Date): boolean {
  return (
    (year === null || year === date.getUTCFullYear()) &&
    (month === null || month === date.getUTCMonth() + 1) &&
    (day === null || day === date.getUTCDate())
  )
}

/** The UTC date of a day number. */
export const dateOfDay = (day: number): Date => new Date(year2000 + day * 86_400_000)

/** Whether the copy is one that the term means: by a part of a code or of its wallet's name, the amount, the day, or what it is. */
export function satisfies(term: SearchTerm, { texts, facet, amount, seconds }: SearchedCopy): boolean {
  const { text, day } = term
  const range = term.amount
  return (
    texts.includes(text) ||
    meansFacet(term, facet) ||
    (range !== null &&
      amount !== null &&
      amount >= range.from &&
      amount <= range.to &&
      meansCurrency(range.currency, facet.currency)) ||
    (day !== null && seconds > 0 && fitsDay(day, dateOfDay(dayNumber(seconds))))
  )
}
