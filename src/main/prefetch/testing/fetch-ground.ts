/** What the tests of fetching stand on. */
import { fail } from '../../../shared/result'
import { makeFakePayments, showing } from '../../refund/testing/fake-payments'
import { fakeTransaction, plainFacts } from '../../refund/testing/fake-transaction'
import type { ShowFault, ShowRequest } from '../../service/show'
import { makeFakeClock } from '../../system/testing/fake-clock'
import { makeFetcher } from '../fetch-codes'
import { makeFakeQueue } from './fake-queue'

const known = (code: string) => ({ id: `id-${code}`, transactionId: code, customId: `custom-${code}` })
export const recordOf = (code: string) => showing(fakeTransaction({ ...plainFacts, ...known(code) }))
export const automatic = (...codes: readonly string[]) =>
  codes.map((code) => ({ code, match: 'automatic' as const }))
export const direct = (...codes: readonly string[]) =>
  codes.map((code) => ({ code, match: 'transaction_id' as const }))

/** A fetcher over a queue and a service in memory, which knows these codes as transaction ids. */
export function openFetcher(...codes: readonly string[]) {
  const clock = makeFakeClock()
  const payments = makeFakePayments(
    { monotonic: clock.monotonic, serviceAddress: () => 'https://pay.example' },
    ...codes.map(known),
  )
  const queue = makeFakeQueue()
  const around = { offline: false, cashier: false }
  const seen: string[] = []
  const fetcher = makeFetcher({
    codes: { ...queue, next: () => queue.next() },
    payments,
    observe: ({ record }) => seen.push(record.id),
    clock,
    isOffline: () => around.offline,
    cashierAtWork: () => around.cashier,
    changed: () => undefined,
    log: (line) => seen.push(line),
  })
  const asked = () => payments.shows.map(({ kind, code }) => `${kind} ${code}`)
  /** Answers the code that way so often, and honestly from then on. */
  const spoil = (fault: ShowFault, times = Number.POSITIVE_INFINITY, only: string | null = null) => {
    let left = times
    payments.answerShowsWith(({ kind, code }: ShowRequest) => {
      if (left > 0 && (only === null || only === code)) {
        left -= 1
        return fail(fault)
      }
      const hit = codes.includes(code) && kind === 'transaction_id'
      return hit ? recordOf(code) : fail({ kind: 'not_found', message: 'Not found' })
    })
  }
  const begin = () => fetcher.tell({ kind: 'queued' })
  return { clock, payments, queue, around, seen, fetcher, asked, spoil, begin }
}
