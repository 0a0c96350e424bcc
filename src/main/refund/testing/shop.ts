/** A till and its open desk for each test of a file, and what such tests do again and again. */
import { afterEach, beforeEach } from 'vitest'
import type { Attempt, AttemptState, RefundAnswer } from '../../../shared/attempt'
import type { Fault } from '../../../shared/fault'
import type { RefundDesk, RefundOrder } from '../refund-desk'
import { replyWith } from './fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must } from './fake-till'
import { madeAnew } from './made-anew'

/** How a refund came out: the attempt's state, or the fault with which nothing was sent. */
export type RefundOutcome = AttemptState | Fault

export type Shop = {
  till: FakeTill
  desk: RefundDesk
  readonly outcome: (order: RefundOrder) => Promise<RefundOutcome>
  /** One refund that is answered so; `applied` says whether it took effect all the same. */
  readonly refund: (answer: RefundAnswer, hundredths: number, applied?: boolean) => Promise<void>
  /** A refund that simply works. */
  readonly honestRefund: (hundredths: number) => Promise<void>
  /** Oldest first. */
  readonly states: () => readonly AttemptState[]
  readonly attempt: (number?: number) => Attempt | undefined
  /** How many shows were asked while so many milliseconds passed. */
  readonly showsWithin: (milliseconds: number) => Promise<number>
  /** The program's next start over the same journal; answers why refunds are off. */
  readonly startAgain: () => Promise<string | null>
}

/** To be called once, at the top of a file of tests. */
export function shopForEachTest(make: () => FakeTill = makeFakeTill): Shop {
  const tills = madeAnew<FakeTill>()
  const desks = madeAnew<RefundDesk>()
  const shop: Shop = {
    get till() {
      return tills.get()
    },
    set till(till) {
      tills.set(till)
    },
    get desk() {
      return desks.get()
    },
    set desk(desk) {
      desks.set(desk)
    },
    async outcome(order) {
      const issued = await shop.desk.issue(order)
      return issued.ok ? issued.value.attempt.state : issued.fault
    },
    async refund(answer, hundredths, applied = false) {
      const { payments } = shop.till
      payments.answerRefundsWith((request) => {
        if (applied) payments.apply(request)
        return replyWith(answer)
      })
      await shop.honestRefund(hundredths)
      payments.answerRefundsWith(null)
    },
    async honestRefund(hundredths) {
      must(await shop.desk.issue(shop.till.order(hundredths)))
    },
    states: () =>
      shop.desk
        .list({ from: null, to: null })
        .map(({ state }) => state)
        .reverse(),
    attempt: (number = 1) => shop.desk.open(markerOf(number))?.attempt,
    async showsWithin(milliseconds) {
      const { shows } = shop.till.payments
      const before = shows.length
      await shop.till.clock.advance(milliseconds)
      return shows.length - before
    },
    async startAgain() {
      shop.desk = await shop.till.start()
      return shop.desk.refundsOff()
    },
  }
  beforeEach(async () => {
    shop.till = make()
    shop.desk = await shop.till.start()
  })
  afterEach(async () => {
    await shop.desk.close()
    shop.till.remove()
  })
  return shop
}
