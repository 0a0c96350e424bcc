/**
 * A payment service's own book, in memory: payments and what was refunded of them. It is written from interface.md
 * and knows nothing of Tillside; the histories judge by it.
 */
import type { Habits } from './habits'

/** One refund that the service applied. */
export type Entry = {
  /** Hundredths. */
  readonly amount: number
  readonly reason: string
  /** Milliseconds of the world. */
  readonly at: number
  /** Given back by the bank: the money stays with the shop, `refunded` falls. */
  readonly bounced: boolean
}

/** A payment at one moment; changes make a new one. */
export type Payment = {
  readonly id: string
  readonly transactionId: string
  readonly customId: string
  readonly amount: number
  readonly currency: string
  readonly status: 'paid' | 'cancelled'
  readonly entries: readonly Entry[]
  readonly createdAt: number
  /** Milliseconds of the world; shown in the service's own way. */
  readonly updatedAt: number
  /** Grows with every change: what an answer showed can be told by it. */
  readonly version: number
}

export type Refusal = { readonly status: number; readonly message: string }
export type PostedRefund = { readonly id: string; readonly amount: number | null; readonly reason: string }

export type ServiceBook = ReturnType<typeof makeServiceBook>

/** What is refunded of a payment, in hundredths. */
export function refundedOf(payment: Payment): number {
  return payment.entries.reduce((sum, entry) => sum + (entry.bounced ? 0 : entry.amount), 0)
}

export function makeServiceBook(name: string, habits: Habits, now: () => number) {
  const payments = new Map<string, Payment>()
  const pasts = new Map<string, readonly Payment[]>()
  let tokens: readonly string[] = []

  function put(payment: Payment): Payment {
    payments.set(payment.id, payment)
    pasts.set(payment.id, [...(pasts.get(payment.id) ?? []), payment])
    return payment
  }

  function change(payment: Payment, changes: Partial<Payment>): Payment {
    const updatedAt = Math.max(payment.updatedAt, now())
    return put({ ...payment, updatedAt, ...changes, version: payment.version + 1 })
  }

  /** An amount that is left out is all that is left (one of the things that are not documented). */
  function judge(payment: Payment, order: PostedRefund): number | Refusal {
    const rest = payment.amount - refundedOf(payment)
    const asked = order.amount ?? rest
    if (payment.status !== 'paid') return { status: 422, message: 'The transaction is not paid' }
    if (rest <= 0) return { status: 422, message: 'The transaction is already refunded' }
    if (order.amount !== null && order.amount < 10) return { status: 422, message: 'The amount is too small' }
    if (asked <= rest) return asked
    const clamps = habits.overlargePart === 'clamp' && rest < payment.amount
    return clamps ? rest : { status: 422, message: 'The amount is too large' }
  }

  function byCustomId(code: string): Payment | null {
    const found = [...payments.values()].filter((payment) => payment.customId === code && code !== '')
    return (habits.sharedCustomId === 'newest' ? found.at(-1) : found[0]) ?? null
  }

  return {
    name,
    habits,
    payments: (): readonly Payment[] => [...payments.values()],
    read: (id: string): Payment | null => payments.get(id) ?? null,
    /** What a show of this code is about; `query` null is the internal id. */
    find(code: string, query: 'transaction_id' | 'custom_id' | null): Payment | null {
      if (query === null) return payments.get(code) ?? null
      if (query === 'custom_id') return byCustomId(code)
      return [...payments.values()].find((payment) => payment.transactionId === code && code !== '') ?? null
    },
    refund(order: PostedRefund): Payment | Refusal {
      const payment = payments.get(order.id)
      if (payment === undefined) return { status: habits.missStatus, message: 'Transaction not found' }
      const amount = judge(payment, order)
      if (typeof amount !== 'number') {
        if (habits.refusalTouches) change(payment, {})
        return amount
      }
      const entry = { amount, reason: order.reason, at: now(), bounced: false }
      return change(payment, { entries: [...payment.entries, entry] })
    },
    /** The newest refund of a payment that stands is given back; answers false when there is none. */
    bounce(id: string): boolean {
      const payment = payments.get(id)
      const last = payment?.entries.findLast((entry) => !entry.bounced)
      if (payment === undefined || last === undefined) return false
      const entries = payment.entries.map((entry) => (entry === last ? { ...entry, bounced: true } : entry))
      change(payment, { entries })
      return true
    },
    /** Somebody edits a payment at the service; `updatedAt` is as given, or now. */
    edit(id: string, changes: Partial<Pick<Payment, 'status' | 'amount' | 'currency' | 'updatedAt'>>): void {
      const payment = payments.get(id)
      if (payment !== undefined) change(payment, changes)
    },
    add(sketch: Pick<Payment, 'id' | 'transactionId' | 'customId' | 'amount' | 'currency'>): void {
      put({ ...sketch, status: 'paid', entries: [], createdAt: now(), updatedAt: now(), version: 1 })
    },
    /** Every state that a payment has been in, oldest first. */
    past: (id: string): readonly Payment[] => pasts.get(id) ?? [],
    accepts: (token: string): boolean => tokens.includes(token),
    /** From now on this token is good; the ones before are good no more when `alone`. */
    issueToken(token: string, alone: boolean): void {
      tokens = alone ? [token] : [...tokens, token]
    },
  }
}
