/** A till and its refund service for each test of a file, and what such tests do again and again. */
import { afterEach, beforeEach } from 'vitest'
import type { Attempt, DecisionOrder, RefundAnswer } from '../../../shared/attempt/attempt'
import type { AttemptState } from '../../../shared/attempt/attempt-states'
import type { AttemptView } from '../../../shared/attempt/payment-standing'
import { fail } from '../../../shared/base/result'
import type { Fault } from '../../../shared/fault'
import { ruleNames } from '../../../shared/people/rules'
import { partOfTest } from '../../journal/testing/part-of-test'
import type { RefundService } from '../service'
import type { RefundOrder } from '../types'
import { replyWith, type ShownRecord, showing } from './fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must, recordOf } from './fake-till'
import type { TransactionFacts } from './fake-transaction'

/** How a refund came out: the attempt's state, or the fault with which nothing was sent. */
export type RefundOutcome = AttemptState | Fault

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export const unreachable = fail({ kind: 'not_connected', reason: 'unreachable', detail: '' } as const)
export const lost: RefundAnswer = { kind: 'no_answer', reason: 'timeout', detail: '' }
const refusedBy422 = { httpStatus: 422, status: 422, message: 'Too late' }
export const refusal: RefundAnswer = { kind: 'error_shape', ...refusedBy422 }
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
  readonly refund: (
    answer: RefundAnswer,
    hundredths: number,
    applied?: boolean,
    change?: Partial<RefundOrder>,
  ) => Promise<void>
  /** A refund that simply works. */
  readonly honestRefund: (hundredths: number, change?: Partial<RefundOrder>) => Promise<void>
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
  /** Shows are answered honestly only once that is called; it tells how many were asked by then. */
  readonly holdShows: () => () => number
  /** More than the service says now was seen once, and for eleven minutes; answers what came of a refund then. */
  readonly seeLower: () => Promise<RefundOutcome>
  readonly setDiskFull: (isFull: boolean) => void
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
    async refund(answer, hundredths, applied = false, change = {}) {
      const { payments } = shop.till
      payments.answerRefundsWith((request) => {
        if (applied) payments.apply(request)
        return replyWith(answer)
      })
      await shop.honestRefund(hundredths, change)
      payments.answerRefundsWith(null)
    },
    async honestRefund(hundredths, change) {
      must(await shop.refunds.issue(shop.till.order(hundredths, change)))
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
    holdShows() {
      const answers: (() => void)[] = []
      shop.till.payments.answerShowsWith(
        () => new Promise((resolve) => answers.push(() => resolve(showing(recordOf(shop.till))))),
      )
      return () => {
        for (const answer of answers) answer()
        return answers.length
      }
    },
    async seeLower() {
      shop.observe({ refunded: 2000 })
      const stopped = await shop.outcome(shop.till.order(3000))
      await shop.till.clock.advance(11 * minute)
      return stopped
    },
    setDiskFull(isFull) {
      shop.till.place.disk.failAfter = isFull ? 0 : Number.POSITIVE_INFINITY
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
  afterEach(() => shop.refunds.close())
  return shop
}
