/**
 * What memory has of one payment: this till's refunds on it and what was found out about it (refund-protocol.md 2 and 9).
 * What stands open is whole; what its answer settled is kept for thirty days, as little of it as is needed. Pure.
 */
import { z } from 'zod'
import { type Attempt, intentSchema } from '../attempt/attempt'
import type { AttemptState } from '../attempt/attempt-states'
import type { RefundSoFar } from '../people/rules'
import { paymentEventSchema } from './journal-events'

/** The number of a line; of an earlier journal's it is 0 or below. */
const line = z.number().int()
const at = z.number().int()

/** A line about a payment that is no attempt's, and the till's running time then. */
export const paymentLineSchema = z
  .object({ line, ran: z.number().int(), event: paymentEventSchema })
  .strict()
  .readonly()
export type KeptPaymentLine = z.infer<typeof paymentLineSchema>
export type PaymentLine = Pick<KeptPaymentLine, 'line' | 'event'>

/** A refund that its answer settled, and nobody has to look at. Amounts are hundredths. */
export const doneRefundSchema = z
  .object({
    ...intentSchema.unwrap().pick({ marker: true, id: true, currency: true, base: true, amount: true }).shape,
    /** Whose it was, by id, and when it began, by each clock. */
    cashier: z.string(),
    begun: z
      .object({ at, ran: z.number().int(), dated: at.optional(), zone: z.number().int() })
      .strict()
      .readonly(),
    /** When it was settled, in milliseconds since 1970, and the number of that line. */
    at,
    line,
    told: z.object({ line, refunded: z.number().int() }).strict().readonly(),
  })
  .strict()
  .readonly()
export type DoneRefund = z.infer<typeof doneRefundSchema>

export type Past = {
  /** Whole ones, oldest first: all that stand open, and those that were settled lately. */
  readonly attempts: readonly Attempt[]
  readonly done: readonly DoneRefund[]
  /** Lowerings, their returns, and rises that were told; oldest first. */
  readonly lines: readonly PaymentLine[]
}

export const nothingPast: Past = { attempts: [], done: [], lines: [] }

const hour = 60 * 60 * 1000
const remembered = { wall: 30 * 24 * hour, running: 24 * hour }

/** Milliseconds since 1970, and of the till's running time where that was kept. */
type Moment = { readonly at: number; readonly ran?: number }

/**
 * Whether what came to pass then still counts: for thirty days, and for a day of running time whatever the clock says, so
 * that one which is set on makes nobody forget what was just refunded. A clock set back forgets nothing.
 */
export function isRemembered({ at, ran }: Moment, now: Required<Moment>): boolean {
  return now.at - at < remembered.wall || (ran !== undefined && now.ran - ran < remembered.running)
}

/** What is kept of an attempt that its answer alone settled; null of any other. */
export function doneRefund({
  intent,
  state,
  decision,
  createdAt,
  since,
  ran,
  refundedLine,
  told,
}: Attempt): DoneRefund | null {
  if (state !== 'refunded' || decision !== null || refundedLine === null || told === null) return null
  const { marker, id, currency, base, amount } = intent
  const begun = { at: createdAt, ran: ran.created, ...clocksOf(intent) }
  const cashier = intent.cashier?.id ?? ''
  return { marker, id, currency, base, amount, cashier, begun, at: since, line: refundedLine, told }
}

/** This till's refunds that are done as far as memory has them, with the number of the line since which they are. */
export function refundsIn({
  attempts,
  done,
}: Past): readonly Pick<DoneRefund, 'marker' | 'id' | 'currency' | 'base' | 'amount' | 'line'>[] {
  const whole = attempts.flatMap(({ intent, refundedLine }) =>
    refundedLine === null ? [] : [{ ...intent, line: refundedLine }],
  )
  return [...done, ...whole]
}

const unmade = new Set<AttemptState>(['not_sent', 'refused', 'not_refunded'])

/** A refund as the store's rules count it; null of one that certainly was not made. What is undecided counts. */
export function soFar({ intent, state, createdAt: at, ran }: Attempt): RefundSoFar | null {
  if (unmade.has(state)) return null
  const { id: payment, currency, amount } = intent
  return {
    payment,
    cashier: intent.cashier?.id ?? '',
    currency,
    amount,
    at,
    ran: ran.created,
    ...clocksOf(intent),
  }
}

const clocksOf = ({ dated, zone }: Attempt['intent']) => ({ zone, ...(dated === undefined ? {} : { dated }) })
