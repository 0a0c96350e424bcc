import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { showing } from './testing/fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must, recordOf } from './testing/fake-till'
import {
  hour,
  lost,
  minute,
  notRefunded,
  refusal,
  second,
  shopForEachTest,
  unreachable,
} from './testing/shop'

const shop = shopForEachTest()
const { refund, states, attempt, showsWithin } = shop

describe('one check', () => {
  it('asks by the transaction id, then by the internal id, then by what the cashier found it by', async () => {
    await refund(lost, 2000, false, { foundBy: { kind: 'custom_id', code: 'ORDER-1' } })
    const asked: string[] = []
    shop.till.payments.answerShowsWith(({ kind }) => {
      asked.push(kind)
      if (kind === 'transaction_id') return fail({ kind: 'not_found', message: '' })
      if (kind === 'internal_id') return showing(recordOf(shop.till, { id: 'pay-9', refunded: 2000 }))
      return showing(recordOf(shop.till, { refunded: 2000, updatedAt: '2026-11-21 10:00:00' }))
    })
    await shop.pass(2 * second)
    expect([asked, states()]).toEqual([['transaction_id', 'internal_id', 'custom_id'], ['refunded_probably']])
  })

  it.each([
    [2, { kind: 'not_found', message: '' }],
    [2, { kind: 'other_record', code: '' }],
    [2, { kind: 'service_error', httpStatus: 500, message: 'Internal Error' }],
    // Where the service is not there, or does not let us, another code changes nothing.
    [1, unreachable.fault],
    [1, { kind: 'token_not_accepted', httpStatus: 401, message: '' }],
    [1, { kind: 'service_error', httpStatus: 403, message: '' }],
    [1, { kind: 'service_error', httpStatus: 429, message: '' }],
  ] as const)('asks by %i codes where the first is answered by %j', async (count, fault) => {
    await refund(lost, 2000)
    const asked: string[] = []
    shop.till.payments.answerShowsWith(({ kind }) => {
      asked.push(kind)
      return kind === 'transaction_id' ? fail(fault) : unreachable
    })
    must(await shop.refunds.check(markerOf(1)))
    expect(asked).toEqual(['transaction_id', 'internal_id'].slice(0, count))
  })

  it('learns nothing when the code now belongs to another transaction, and raises that one’s value', async () => {
    await refund(lost, 2000)
    shop.till.payments.answerShowsWith(() =>
      showing(recordOf(shop.till, { id: 'pay-2', refunded: 2000, updatedAt: '2026-11-21 10:00:00' })),
    )
    await shop.pass(2 * second)
    expect([states(), attempt()?.lastCheck?.failed]).toEqual([['unconfirmed'], true])
  })

  it('stands for the one that was due, also where a person asks and nothing answers', async () => {
    await refund(lost, 2000)
    await shop.pass(6 * minute - second)
    shop.till.payments.answerShowsWith(() => unreachable)
    must(await shop.refunds.check(markerOf(1)))
    expect([await showsWithin(2 * second), await showsWithin(5 * minute)]).toEqual([0, 1])
  })

  it('of a watched refund comes no sooner because the line comes back', async () => {
    await refund(refusal, 2000)
    await shop.pass(minute)
    shop.refunds.wake()
    expect([states(), await showsWithin(minute)]).toEqual([['refused'], 0])
  })

  it('of a lower sum comes at its times, though nothing answers and a person asks between', async () => {
    shop.observe({ refunded: 2000 })
    shop.observe()
    shop.till.payments.answerShowsWith(() => unreachable)
    // After 1, 2, 10, 30 and 60 minutes, then hourly.
    const shows = await showsWithin(90 * minute)
    await shop.acceptLower()
    expect([shows, await showsWithin(31 * minute)]).toEqual([5, 1])
  })

  it('that goes wrong is logged, and leaves the service alone for a minute each time', async () => {
    await refund(lost, 2000)
    shop.till.payments.answerShowsWith(() => Promise.reject(new Error('a bug')))
    const shows = await showsWithin(10 * minute)
    expect([shows, shop.till.logged]).toEqual([10, Array(10).fill(expect.stringContaining('a bug'))])
  })

  it('whose show cannot be judged is logged, and nobody decides by it', async () => {
    await refund(lost, 2000)
    const get = () => {
      throw new Error('a bug')
    }
    shop.till.payments.answerShowsWith(() =>
      showing(Object.defineProperty(recordOf(shop.till), 'details', { get })),
    )
    await shop.pass(3 * minute)
    expect([await shop.decide(notRefunded), shop.till.logged.at(-1)]).toEqual([
      'decision_needs_show',
      expect.stringContaining('a bug'),
    ])
  })

  it('that a person asks for says that an attempt is unknown', async () => {
    const checked = await shop.refunds.check(markerOf(7))
    expect(checked).toEqual({ ok: false, fault: { kind: 'attempt_unknown' } })
  })
})

describe('the pace of checks', () => {
  it('is planned once for all that happens in one turn', async () => {
    await refund(lost, 2000)
    const { after } = shop.till.clock
    let plans = 0
    const counted: typeof after = (milliseconds, run) => {
      plans += 1
      return after(milliseconds, run)
    }
    Object.assign(shop.till.clock, { after: counted })
    for (let times = 0; times < 10; times += 1) shop.observe()
    await shop.pass(0)
    expect(plans).toBe(1)
  })

  it('has one check under way at a time, whatever happens meanwhile', async () => {
    await refund(lost, 2000)
    const answer = shop.holdShows()
    await shop.pass(2 * second)
    shop.observe()
    await shop.pass(10 * minute)
    expect(answer()).toBe(1)
  })

  it('keeps no new refund waiting behind one that is seldom asked about', async () => {
    await refund(lost, 2000)
    await shop.pass(12 * minute)
    await refund(lost, 2000, false, { shown: shop.till.shown('pay-2') })
    // After 2, 5 and 15 seconds.
    expect(await showsWithin(16 * second)).toBe(3)
  })

  it('is one for all attempts together, a second apart at least', async () => {
    for (const number of [2, 3, 4]) {
      shop.till.payments.put(`pay-${number}`, { transactionId: `10000000000000${number}` })
    }
    for (const id of ['pay-1', 'pay-2', 'pay-3', 'pay-4']) {
      await refund(lost, 2000, false, { shown: recordOf(shop.till, shop.till.payments.facts(id)) })
    }
    await shop.pass(10 * minute)
    shop.refunds.wake()
    const moments = momentsOfShows()
    await shop.pass(10 * second)
    expect(gapsBetween(moments)).toEqual([1000, 1000, 1000])
  })

  it.each([429, 503])('is halved at each %i of the service, and whole again at an answer', async (status) => {
    await refund(lost, 2000)
    const moments = momentsOfShows(fail({ kind: 'service_error', httpStatus: status, message: '' }))
    // However often it is woken.
    for (let seconds = 0; seconds < 31; seconds += 1) {
      shop.refunds.wake()
      await shop.pass(second)
    }
    const slower = gapsBetween(moments)
    shop.till.payments.answerShowsWith(null)
    await shop.pass(minute)
    shop.refunds.wake()
    expect([slower, (await showsWithin(second)) > 0]).toEqual([[2000, 4000, 8000, 16_000], true])
  })

  it.each([
    { kind: 'service_error', httpStatus: 403, message: '' },
    { kind: 'not_found', message: '' },
  ] as const)('stays whole where the service says $kind', async (fault) => {
    await refund(lost, 2000)
    const moments = momentsOfShows(fail(fault))
    for (let seconds = 0; seconds < 8; seconds += 1) {
      shop.refunds.wake()
      await shop.pass(second)
    }
    // The codes of one check are asked for at the same moment.
    expect(gapsBetween([...new Set(moments)]).slice(0, 4)).toEqual([1000, 1000, 1000, 1000])
  })
})

/** The moments of all shows from now on, by the clock that nobody can set. */
function momentsOfShows(answer?: ReturnType<typeof showing>): readonly number[] {
  const moments: number[] = []
  shop.till.payments.answerShowsWith(({ code }) => {
    moments.push(shop.till.clock.monotonic())
    const id = code === '100000000000001' ? 'pay-1' : `pay-${code.slice(-1)}`
    return answer ?? showing(recordOf(shop.till, shop.till.payments.facts(id)))
  })
  return moments
}

function gapsBetween(moments: readonly number[]): readonly number[] {
  return moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))
}

describe('a disk that refuses what a check says', () => {
  it('leaves the service alone for a minute each time, and decides when it can', async () => {
    await refund(lost, 12050, true)
    shop.setDiskFull(true)
    const during = [await showsWithin(3 * minute), attempt()?.lastCheck?.failed]
    shop.setDiskFull(false)
    await shop.pass(5 * minute)
    expect([during, states()]).toEqual([[2, false], ['refunded']])
  })

  it('and took everything since keeps no check waiting', async () => {
    await refund(refusal, 2000)
    Object.assign(shop.till.place.disk, { failAfter: 0, failsOnce: true })
    shop.refunds.notePractice('https://practice.example')
    await shop.pass(30 * second)
    expect(states()).toEqual(['refused'])
  })
})

describe('the end of the program', () => {
  it('waits for the check under way and starts no other', async () => {
    await refund(lost, 2000)
    await refund(lost, 2000, false, { shown: shop.till.shown('pay-2') })
    const answer = shop.holdShows()
    await shop.pass(2 * second)
    const asked = shop.refunds.check(markerOf(1))
    const closing = shop.refunds.close()
    await shop.pass(0)
    const shows = answer()
    await closing
    const outcome = [shows, must(await asked).attempt.state, shop.till.clock.waiting()]
    expect(outcome).toEqual([2, 'unconfirmed', []])
    await shop.startAgain()
    expect(await shop.decide({ ...notRefunded, portal: true })).toBe('decision_too_early')
  })

  it('waits for a decision under way, so that it is written down', async () => {
    await refund(lost, 2000)
    await shop.pass(3 * minute)
    const answer = shop.holdShows()
    const decided = shop.decide(notRefunded)
    const closing = shop.refunds.close()
    await shop.pass(0)
    answer()
    await closing
    shop.till.payments.answerShowsWith(null)
    await shop.startAgain()
    expect([await decided, states()]).toEqual(['not_refunded', ['not_refunded']])
  })
})

/** As performance.now() has it, each question comes a little later. */
function tickingTill(milliseconds: number): FakeTill {
  const till = makeFakeTill()
  const { monotonic, after } = till.clock
  let passed = 0
  const between = () => {
    passed += milliseconds
    return monotonic() + passed
  }
  // Node's timers are of whole milliseconds.
  Object.assign(till.clock, {
    monotonic: between,
    after: (ms: number, run: () => void) => after(Math.ceil(ms), run),
  })
  return till
}

describe.each([0.001, 0])('a service that is busy, and a clock that goes on %d ms between', (between) => {
  const shop = shopForEachTest(() => tickingTill(between))
  const busy = fail({ kind: 'service_error', httpStatus: 503, message: 'Busy' } as const)
  const other = { transactionId: '100000000000002', customId: 'ORDER-2' }

  /** The codes that are asked for within so many hours, while it answers so. */
  async function askedWithin(
    hours: number,
    answer: (code: string) => ReturnType<typeof showing> | typeof busy,
  ) {
    const asked: string[] = []
    shop.till.payments.answerShowsWith(({ code }) => {
      asked.push(code)
      return answer(code)
    })
    await shop.pass(hours * hour)
    return asked
  }

  it('about one payment keeps nobody from asking about the next', async () => {
    shop.till.payments.put('pay-2', other)
    await shop.refund(lost, 2000)
    await shop.pass(10 * minute)
    const shown = shop.till.shown('pay-2')
    await shop.refund(lost, 2000, false, {
      shown,
      foundBy: { kind: 'transaction_id', code: other.transactionId },
    })
    await askedWithin(2, () => busy)
    const answer = (code: string) => (code === other.transactionId ? showing(shown) : busy)
    expect(await askedWithin(1, answer)).toContain(other.transactionId)
  })

  it('keeps no undecided refund waiting behind the payments of which it said less', async () => {
    await shop.refund(lost, 2000)
    for (let count = 10; count < 40; count += 1) {
      const lower = { id: `other-${count}`, transactionId: `20000000000000${count}`, customId: '' }
      shop.observe({ ...lower, refunded: 100 })
      shop.observe({ ...lower, refunded: 0 })
    }
    await askedWithin(2, () => busy)
    expect(await askedWithin(6, () => busy)).toContain('100000000000001')
  })
})

describe('a clock between two milliseconds', () => {
  const ticking = shopForEachTest(() => tickingTill(0.07))

  it('makes no check that was heard one that told nothing', async () => {
    await ticking.refund(lost, 3000)
    const failed: unknown[] = []
    for (let round = 0; round < 20; round += 1) {
      await ticking.refunds.check('R-1111111111')
      failed.push(ticking.attempt()?.lastCheck?.failed)
    }
    expect(failed.filter(Boolean)).toEqual([])
  })
})
