/** A till and its refund service for each test of a file, and what such tests do again and again. */
import { afterEach, beforeEach } from 'vitest'
import type { Attempt, DecisionOrder, RefundAnswer } from '../../../shared/attempt/attempt'
import type { AttemptState } from '../../../shared/attempt/attempt-states'
import type { AttemptView } from '../../../shared/attempt/payment-standing'
import { fail } from '../../../shared/base/result'
import type { Fault } from '../../../shared/fault'
import type { PersonRef } from '../../../shared/people/people'
import { ruleNames } from '../../../shared/people/rules'
import type { Beside } from '../day'
import type { RefundService } from '../service'
import type { RefundOrder } from '../types'
import { replyWith, type ShownRecord, showing } from './fake-payments'
import { type FakeTill, journalsOf, makeFakeTill, markerOf, must, recordOf } from './fake-till'
import type { TransactionFacts } from './fake-transaction'

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

const bankSentItBack = { supervisor: 'Ada', why: 'The bank sent it back' }

/** Adds a day up without limits, and by the names in the record. */
export const noBeside: Beside = { limits: new Map(), names: new Map() }

/** All that a refund service knows, newest first. */
export function attemptsOf(refunds: RefundService): readonly Attempt[] {
  return refunds.page({ before: null, count: 100 }).attempts
}

/** To be called once, at the top of a file of tests. */
export function shopForEachTest(make: () => FakeTill = makeFakeTill) {
  let ownTill: FakeTill
  let service: RefundService
  const till = () => ownTill
  const refunds = () => service
  beforeEach(async () => {
    ownTill = make()
    service = await ownTill.start()
  })
  afterEach(() => refunds().close())

  /** How a refund came out: the attempt's state, or the fault with which nothing was sent. */
  async function outcomeOf(order: RefundOrder): Promise<AttemptState | Fault> {
    const issued = await refunds().issue(order)
    return issued.ok ? issued.value.attempt.state : issued.fault
  }

  /** How a refund of what the service shows now came out. */
  const outcome = (hundredths: number, change?: Partial<RefundOrder>) =>
    outcomeOf(till().order(hundredths, change))

  /** A refund that simply works. */
  async function honestRefund(hundredths: number, change?: Partial<RefundOrder>): Promise<void> {
    must(await refunds().issue(till().order(hundredths, change)))
  }

  /** One refund that is answered so; `applied` says whether it took effect all the same. */
  async function refund(
    answer: RefundAnswer,
    hundredths: number,
    applied = false,
    change: Partial<RefundOrder> = {},
  ): Promise<void> {
    const { payments } = till()
    payments.answerRefundsWith((request) => {
      if (applied) payments.apply(request)
      return replyWith(answer)
    })
    await honestRefund(hundredths, change)
    payments.answerRefundsWith(null)
  }

  const attempt = (number = 1): AttemptView | undefined => refunds().open(markerOf(number))?.attempt

  /** Whether it was taken, or why not. */
  async function decide(order: DecisionOrder, number = 1): Promise<string> {
    const decided = await refunds().decide(markerOf(number), order)
    return decided.ok ? decided.value.attempt.state : decided.fault.kind
  }

  /** A fresh show that somebody else asked for. */
  function observe(change?: Partial<TransactionFacts>, show?: Omit<ShownRecord, 'record'>): void {
    const { clock, address } = till()
    const asked = { askedAt: clock.monotonic(), serviceAddress: address.name, age: 0 }
    refunds().observe({ ...asked, ...show, record: recordOf(till(), change) })
  }

  /** Shows are answered honestly only once that is called; it tells how many were asked by then. */
  function holdShows(): () => number {
    const answers: (() => void)[] = []
    till().payments.answerShowsWith(
      () => new Promise((resolve) => answers.push(() => resolve(showing(recordOf(till()))))),
    )
    return () => {
      for (const answer of answers) answer()
      return answers.length
    }
  }

  /** More than the service says now was seen once, and for eleven minutes; answers what came of a refund then. */
  async function seeLower(): Promise<AttemptState | Fault> {
    observe({ refunded: 2000 })
    const stopped = await outcome(3000)
    await till().clock.advance(11 * minute)
    return stopped
  }

  /** The program's next start over the same journal; answers why refunds are off. */
  async function startAgain(): Promise<string | null> {
    service = await till().start()
    return refunds().refundsOff()
  }

  /** Starts again without the keychain that opens the record. Returns what gives it back, which nobody is told of. */
  async function startWithoutKeychain(): Promise<() => void> {
    await refunds().close()
    const { open, begin } = journalsOf(till().place)
    let isThere = false
    const shut = fail({ why: 'no_keychain', detail: 'no Secret Service', replaceable: null } as const)
    service = await till().start({ journals: { begin, open: async () => (isThere ? open() : shut) } })
    return () => {
      isThere = true
    }
  }

  return {
    get till() {
      return till()
    },
    get refunds() {
      return refunds()
    },
    set refunds(other) {
      service = other
    },
    outcome,
    outcomeOf,
    honestRefund,
    refund,
    attempt,
    decide,
    observe,
    holdShows,
    seeLower,
    startAgain,
    startWithoutKeychain,
    /** How the service shows the first refund's reason. */
    ownRemark: `${markerOf(1)} Damaged item`,
    /** So many milliseconds pass. */
    pass: (milliseconds: number) => till().clock.advance(milliseconds),
    /** Changes the service's own record of pay-1: another till, a correction. */
    put: (change: Partial<TransactionFacts>) => till().payments.put('pay-1', change),
    /** How many refunds reached the service. */
    sent: () => till().payments.refunds.length,
    /** Oldest first. */
    states: (): readonly AttemptState[] =>
      attemptsOf(refunds())
        .map(({ state }) => state)
        .reverse(),
    alarms: (number = 1): readonly string[] => attempt(number)?.alarms.map(({ alarm }) => alarm) ?? [],
    /** Lines of the journal about an attempt. */
    lines: (number = 1) => refunds().open(markerOf(number))?.events.length ?? 0,
    lock: (id = 'pay-1') => refunds().standingOf(id).lock,
    /** The line of what locks pay-1 without an attempt. */
    lockLine() {
      const { lock } = refunds().standingOf('pay-1')
      return lock !== null && 'line' in lock ? lock.line : 0
    },
    stale: (id = 'pay-1') => refunds().standingOf(id).stale,
    /** A person accepts that less is refunded than was known. */
    acceptLower: (refunded = 0) => refunds().acceptLower('pay-1', refunded, bankSentItBack),
    closeShift: (person: PersonRef) => refunds().closeShift(refunds().shiftOf(person, 0), noBeside),
    setDiskFull(isFull: boolean) {
      till().place.disk.failAfter = isFull ? 0 : Number.POSITIVE_INFINITY
    },
    /** How many shows were asked while so many milliseconds passed. */
    async showsWithin(milliseconds: number) {
      const { shows } = till().payments
      const before = shows.length
      await till().clock.advance(milliseconds)
      return shows.length - before
    },
    /** Ends the program and starts it again. */
    async restart() {
      await refunds().close()
      return startAgain()
    },
  }
}
