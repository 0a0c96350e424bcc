import { expect, it } from 'vitest'
import type { HighWater, PaymentEvent } from '../../shared/journal-events'
import { fail, succeed } from '../../shared/result'
import { lowerWater } from './lower-water'

const high = { refunded: 2000, updatedAt: '2026-11-21 10:00:00' }

/** A journal that knows these values, by service number. */
function journalWith(values: Readonly<Record<number, HighWater>>, full = false) {
  const written: PaymentEvent[] = []
  return {
    written,
    highWater: ({ services }: { readonly services: readonly number[] }) => values[services[0] ?? 0] ?? null,
    appendPayment(event: PaymentEvent) {
      if (full) return fail({ kind: 'unwritable', detail: 'no room' } as const)
      written.push(event)
      return succeed(written.length)
    },
  }
}

const payment = { services: [1, 2, 3], id: 'pay-1' }
const lower = (to: HighWater) => ({ to, by: null })
const toOf = (event: PaymentEvent) => event.kind === 'lowered' && [event.service, event.to]

it('lowers what was seen under every number of the service, and only what is higher', () => {
  const journal = journalWith({ 1: high, 3: { refunded: 500, updatedAt: '' } })
  lowerWater(journal, payment, lower({ refunded: 500, updatedAt: '2026-11-20 10:00:00' }), 0)
  expect(journal.written.map(toOf)).toEqual([[1, { refunded: 500, updatedAt: '2026-11-20 10:00:00' }]])
})

it('never raises anything, and keeps a known time where the new one cannot be compared', () => {
  const journal = journalWith({ 1: high })
  lowerWater(journal, payment, lower({ refunded: 0, updatedAt: '' }), 0)
  lowerWater(journal, payment, lower({ refunded: 9000, updatedAt: '2027-01-01 00:00:00' }), 0)
  expect(journal.written.map(toOf)).toEqual([[1, { refunded: 0, updatedAt: high.updatedAt }]])
})

it('answers that the disk did not take it', () => {
  const journal = journalWith({ 1: high }, true)
  expect(lowerWater(journal, payment, lower({ refunded: 0, updatedAt: '' }), 0)).toEqual({
    ok: false,
    fault: { kind: 'unwritable', detail: 'no room' },
  })
})
