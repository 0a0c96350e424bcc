/**
 * What memory has of one payment: this till's refunds of it and what was found out about it (refund-protocol.md 2 and 9). Open
 * attempts are whole; of refunds that their answers settled, only what is needed is kept, for thirty days. Pure.
 */
import { z } from 'zod'
import { type Attempt, intentSchema } from '../attempt/attempt'
import type { AttemptState } from '../attempt/attempt-states'
import type { RefundSoFar } from '../people/rules'
import { paymentEventSchema } from './journal-events'
import { loweredLine } from './watch'

/** The number of a line; 0 or below for one of an earlier journal. */
const line = z.number().int()
const at = z.number().int()

const [lowered, risen, returned] = paymentEventSchema.unwrap().options

/** A payment's line that is no attempt's and names it, and the till's running time then, in milliseconds. */
export const paymentLineSchema = z
  .object({ line, ran: z.number().int(), event: z.discriminatedUnion('kind', [lowered, risen, returned]) })
  .strict()
  .readonly()
export type KeptPaymentLine = z.infer<typeof paymentLineSchema>
export type PaymentLine = Pick<KeptPaymentLine, 'line' | 'event'>

/** A refund that its answer settled, and that needs nobody's attention. Amounts are hundredths. */
export const doneRefundSchema = z
  .object({
    ...intentSchema.unwrap().pick({ marker: true, id: true, currency: true, base: true, amount: true }).shape,
    /** The cashier's id, and when it began, by each clock. */
    cashier: z.string(),
    begun: z
      .object({ at, ran: z.number().int(), dated: at.optional(), zone: z.number().int() })
      .strict()
      .readonly(),
    /** When it was settled, in milliseconds since 1970, and the number of the line that did. */
    at,
    line,
    told: z.object({ line, refunded: z.number().int() }).strict().readonly(),
  })
  .strict()
  .readonly()
export type DoneRefund = z.infer<typeof doneRefundSchema>

export type Past = {
  /** Whole attempts, oldest first: all open ones, and those settled lately. */
  readonly attempts: readonly Attempt[]
  readonly done: readonly DoneRefund[]
  /** Lowerings, their returns, and reported rises, oldest first. */
  readonly lines: readonly PaymentLine[]
}

export const nothingPast: Past = { attempts: [], done: [], lines: [] }

const hour = 60 * 60 * 1000
const rememberedMs = { wall: 30 * 24 * hour, running: 24 * hour }

/** Milliseconds since 1970, and of the till's running time. */
type Moment = { readonly at: number; readonly ran: number }

/**
 * Whether what happened then still counts: for thirty days, and for a day of running time whatever the clock says, so that a
 * clock set forward does not make recent refunds forgotten. A clock set back makes nothing forgotten.
 */
export function isRemembered({ at, ran }: Moment, now: Moment): boolean {
  return now.at - at < rememberedMs.wall || now.ran - ran < rememberedMs.running
}

/** Returns what is kept of a refund that no person settled; null for any other attempt. */
export function doneRefund(attempt: Attempt): DoneRefund | null {
  const { intent, state, decision, createdAt, since, ran, refundedLine, told } = attempt
  if (state !== 'refunded' || decision !== null || refundedLine === null || told === null) return null
  const { marker, id, currency, base, amount } = intent
  const begun = { at: createdAt, ran: ran.created, ...clocksOf(intent) }
  const cashier = intent.cashier?.id ?? ''
  return { marker, id, currency, base, amount, cashier, begun, at: since, line: refundedLine, told }
}

type RefundIn = Pick<DoneRefund, 'marker' | 'id' | 'currency' | 'base' | 'amount' | 'line'> & {
  /** What the payment's `refunded` is with it at least: base + amount, or what was told as it was settled. */
  readonly least: number
}

/** Returns this till's done refunds that memory has, each with the number of the line that made it *refunded*. */
export function refundsIn({ attempts, done }: Past): readonly RefundIn[] {
  const whole = attempts.flatMap(({ intent, refundedLine, told }) =>
    refundedLine === null ? [] : [{ ...intent, line: refundedLine, told }],
  )
  return [...done, ...whole].map(({ told, ...each }) => ({
    ...each,
    least: Math.max(each.base + each.amount, told?.refunded ?? 0),
  }))
}

/** Returns this till's refunds of the payment that their answers settled; those that need somebody's attention come last. */
export function doneIn({ attempts, done }: Past): readonly DoneRefund[] {
  return [...done, ...attempts.flatMap((each) => doneRefund(each) ?? [])]
}

/** What in a payment's shows is this till's own, beside one attempt. */
export type OwnBeside = {
  /** The markers of this till's done refunds of another amount. One of the same may have been delivered twice. */
  readonly ownMarkers: readonly string[]
  /** What those refunded that began after the attempt, and after a lower sum was accepted last, in hundredths. */
  readonly ownSince: number
}

/** Returns it for one attempt. */
export function ownBeside(past: Past, { intent, ran }: Attempt): OwnBeside {
  const lowered = loweredLine(past.lines)
  const since = doneIn(past).filter(
    ({ currency, begun, line }) => currency === intent.currency && begun.ran > ran.created && line > lowered,
  )
  const others = refundsIn(past).filter(({ amount }) => amount !== intent.amount)
  return {
    ownMarkers: others.map(({ marker }) => marker),
    ownSince: since.reduce((sum, { amount }) => sum + amount, 0),
  }
}

const unmade = new Set<AttemptState>(['not_sent', 'refused', 'not_refunded'])

/** Returns a refund as the store's rules count it; null for one that certainly was not made. Undecided ones count. */
export function soFar({ intent, state, createdAt: at, ran }: Attempt): RefundSoFar | null {
  if (unmade.has(state)) return null
  const { id: payment, currency, amount } = intent
  const cashier = intent.cashier?.id ?? ''
  return { payment, cashier, currency, amount, at, ran: ran.created, ...clocksOf(intent) }
}

const clocksOf = ({ dated, zone }: Attempt['intent']) => ({ zone, ...(dated === undefined ? {} : { dated }) })
