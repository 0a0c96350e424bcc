/** A till and its refund service for each test of a file, and what such tests do again and again. */
import { afterEach, beforeEach } from 'vitest'
import type { Attempt, DecisionOrder, RefundAnswer } from '../../../shared/attempt/attempt'
import type { AttemptState } from '../../../shared/attempt/attempt-states'
import type { AttemptView } from '../../../shared/attempt/payment-standing'
import type { Fault } from '../../../shared/fault'
import { ruleNames } from '../../../shared/people/rules'
import { partOfTest } from '../../journal/testing/part-of-test'
import type { RefundService } from '../service'
import type { RefundOrder } from '../types'
import type { ShownRecord } from './fake-payments'
import { replyWith } from './fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must, recordOf } from './fake-till'
import type { TransactionFacts } from './fake-transaction'

/** How a refund came out: the attempt's state, or the fault with which nothing was sent. */
export type RefundOutcome = AttemptState | Fault

export const lost: RefundAnswer = { kind: 'no_answer', reason: 'timeout', detail: '' }
export const refusal: RefundAnswer = {
  kind: 'error_shape',
  httpStatus: 422,
  status: 422,
  message: 'Too late',
}
export const notSent: RefundAnswer = { kind: 'never_connected', reason: 'refused', detail: '' }

export const notRefunded: DecisionOrder = {
  to: 'not_refunded',
  supervisor: 'Sam',
  saw: 'The portal',
  why: 'Not there',
  portal: false,
}
export const wasRefunded: DecisionOrder = { ...notRefunded, to: 'refunded', why: 'It is there' }

/** A second person who says yes to whatever the rules ask. */
export const ada = { id: '', name: 'Ada', rules: ruleNames }

export type Shop = {
  till: FakeTill
  refunds: RefundService
  readonly outcome: (order: RefundOrder) => Promise<RefundOutcome>
  /** One refund that is answered so; `applied` says whether it took effect all the same. */
  readonly refund: (answer: RefundAnswer, hundredths: number, applied?: boolean) => Promise<void>
  /** A refund that simply works. */
  readonly honestRefund: (hundredths: number) => Promise<void>
  /** Oldest first. */
  readonly states: () => readonly AttemptState[]
  readonly attempt: (number?: number) => AttemptView | undefined
  readonly alarms: (number?: number) => readonly string[]
  /** Lines of the journal about an attempt. */
  readonly lines: (number?: number) => number
  /** Whether it was taken, or why not. */
  readonly decide: (order: DecisionOrder, number?: number) => Promise<string>
  /** A fresh show that somebody else asked for. */
  readonly observe: (change?: Partial<TransactionFacts>, show?: Omit<ShownRecord, 'record'>) => void
  /** How many shows were asked while so many milliseconds passed. */
  readonly showsWithin: (milliseconds: number) => Promise<number>
  /** The program's next start over the same journal; answers why refunds are off. */
  readonly startAgain: () => Promise<string | null>
  /** Ends the program and starts it again. */
  readonly restart: () => Promise<string | null>
}

/** All that a refund service knows, newest first. */
export function attemptsOf(refunds: RefundService): readonly Attempt[] {
  return refunds.page({ before: null, count: 100 }).attempts
}

/** To be called once, at the top of a file of tests. */
export function shopForEachTest(make: () => FakeTill = makeFakeTill): Shop {
  const tills = partOfTest<FakeTill>()
  const services = partOfTest<RefundService>()
  const shop: Shop = {
    get till() {
      return tills.get()
    },
    set till(till) {
      tills.set(till)
    },
    get refunds() {
      return services.get()
    },
    set refunds(refunds) {
      services.set(refunds)
    },
    async outcome(order) {
      const issued = await shop.refunds.issue(order)
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
      must(await shop.refunds.issue(shop.till.order(hundredths)))
    },
    states: () =>
      attemptsOf(shop.refunds)
        .map(({ state }) => state)
        .reverse(),
    attempt: (number = 1) => shop.refunds.open(markerOf(number))?.attempt,
    alarms: (number = 1) => shop.attempt(number)?.alarms.map(({ alarm }) => alarm) ?? [],
    lines: (number = 1) => shop.refunds.open(markerOf(number))?.events.length ?? 0,
    async decide(order, number = 1) {
      const decided = await shop.refunds.decide(markerOf(number), order)
      return decided.ok ? decided.value.attempt.state : decided.fault.kind
    },
    observe(change, show) {
      const { clock, address } = shop.till
      const asked = { askedAt: clock.monotonic(), serviceAddress: address.name, age: 0 }
      shop.refunds.observe({ ...asked, ...show, record: recordOf(shop.till, change) })
    },
    async showsWithin(milliseconds) {
      const { shows } = shop.till.payments
      const before = shows.length
      await shop.till.clock.advance(milliseconds)
      return shows.length - before
    },
    async startAgain() {
      shop.refunds = await shop.till.start()
      return shop.refunds.refundsOff()
    },
    async restart() {
      await shop.refunds.close()
      return shop.startAgain()
    },
  }
  beforeEach(async () => {
    shop.till = make()
    shop.refunds = await shop.till.start()
  })
  afterEach(async () => {
    await shop.refunds.close()
    shop.till.remove()
  })
  return shop
}
