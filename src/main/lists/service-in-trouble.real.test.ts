import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import { answering, busy, gaps, isDone, list, notAccepted, odd, openListTill } from './testing/list-till'

describe('a service in trouble', () => {
  it('is left alone for a second, and for twice as long after each failure, up to a minute', async () => {
    const { lists, payments, pass, times } = openListTill()
    payments.answerShowsWith(() => fail(busy))
    await lists.give(list('today.csv', 'T1'))
    await pass(250)
    const seconds = gaps(times).map((gap) => gap / 1000)
    expect(seconds.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  it('is left alone as long when a cashier comes and goes', async () => {
    const { lists, payments, pass, times, cashier } = openListTill()
    payments.answerShowsWith(() => fail(busy))
    await lists.give(list('today.csv', 'T1'))
    for (let scans = 0; scans < 10; scans += 1) {
      await pass(6)
      await cashier.during(async () => undefined)
    }
    expect(times.length).toBeLessThanOrEqual(7)
  })

  it('is asked at once when the line is back', async () => {
    const { lists, payments, pass, times } = openListTill()
    payments.answerShowsWith(() => fail({ kind: 'not_connected', reason: 'unreachable', detail: '' }))
    await lists.give(list('today.csv', 'T1'))
    await pass(30)
    const before = times.length
    lists.lookAgain()
    await pass(0.5)
    expect(times.length).toBe(before + 1)
  })

  it.each([
    ['a request that took too long', { ...busy, httpStatus: 408 }],
    ['a request that came too early', { ...busy, httpStatus: 425 }],
    ['too many requests', { ...busy, httpStatus: 429 }],
    ['a bad gateway', { ...odd, httpStatus: 502 }],
    ['a service that is away', busy],
    ['no connection', { kind: 'not_connected', reason: 'unreachable', detail: '' }],
  ] as const)('is never laid on a code, nor asked about one alone: %s', async (_what, fault) => {
    const { lists, payments, pass, asked } = openListTill()
    payments.answerShowsWith(() => fail(fault))
    await lists.give(list('today.csv', 'T1', 'T2'))
    await pass(60)
    const { counts, work } = await lists.read()
    const outcome = [counts.waiting, counts.unread, work, asked.length > 4, new Set(asked).size]
    expect(outcome).toEqual([2, 0, { at: 'waiting', why: 'service' }, true, 2])
  })

  it('about one code is not laid on the next, which is tried four times, too', async () => {
    const { take, payments, asked } = openListTill()
    let answers = 0
    payments.answerShowsWith(({ code }) => {
      answers += 1
      if (answers <= 7) return fail(answers % 2 === 1 ? busy : odd)
      return answers === 8 ? fail(odd) : answering({})({ code })
    })
    const counts = await take('today.csv', 'T1', 'T2')
    expect([asked.slice(6), counts.unread]).toEqual([['T1', 'T2', 'T2', 'T1'], 0])
  })

  it('about one code for ever holds up no other, and is asked for that one again behind them', async () => {
    const { lists, payments, pass, asked } = openListTill()
    payments.answerShowsWith(answering({ T1: busy }))
    await lists.give(list('today.csv', 'T1', 'T2', 'T3'))
    await pass(120)
    const { waiting } = (await lists.read()).counts
    expect([asked.slice(0, 7), waiting]).toEqual([['T1', 'T1', 'T1', 'T1', 'T2', 'T3', 'T1'], 1])
  })

  it.each([
    ['fails inside', { ...busy, httpStatus: 500 }],
    ['refuses it', { ...busy, httpStatus: 400 }],
    ['answers oddly', odd],
    ['breaks off', { kind: 'no_answer', reason: 'reset', detail: '' }],
    ['sends another record', { kind: 'other_record', code: 'T1' }],
  ] as const)(
    'is asked four times for a code at which it %s, which holds up no other',
    async (_what, fault) => {
      const { lists, payments, until, asked, pass } = openListTill()
      payments.answerShowsWith(answering({ T1: fault }))
      await lists.give(list('today.csv', 'T1', 'T2'))
      await pass(30)
      const { counts } = await until(isDone)
      const missed = await lists.missed(9)
      expect([asked, counts, missed.map(({ code, why }) => [code, why])]).toEqual([
        ['T1', 'T1', 'T1', 'T1', 'T2'],
        { waiting: 0, found: 1, saved: 0, not_found: 0, unread: 1 },
        [['T1', 'unread']],
      ])
    },
  )

  it('that says “not found” by a gateway’s own page is asked four times, and the code is not said to be missing', async () => {
    const { lists, payments, until, pass } = openListTill()
    payments.answerShowsWith(answering({ T1: { kind: 'not_found', message: '', undocumented: true } }))
    await lists.give(list('today.csv', 'transaction_id', 'T1', 'T2'))
    await pass(6)
    const before = await lists.read()
    await pass(30)
    const after = await until(isDone)
    expect([before.counts.waiting, after.counts]).toEqual([
      2,
      { waiting: 0, found: 1, saved: 0, not_found: 0, unread: 1 },
    ])
  })

  it('is forgotten with the codes that a person clears', async () => {
    const { lists, payments, pass, asked, until } = openListTill()
    payments.answerShowsWith(() => fail(odd))
    await lists.give(list('today.csv', 'T1'))
    await pass(5)
    const before = asked.length
    await lists.steer('clear')
    await lists.give(list('again.csv', 'T1'))
    await pass(30)
    await until(isDone)
    expect([before, asked.length - before]).toEqual([3, 4])
  })

  it.each<[string, (till: ReturnType<typeof openListTill>) => unknown]>([
    ['somebody has seen to it', ({ lists }) => lists.lookAgain()],
    [
      'a quarter of an hour has passed, as one such answer may be a slip',
      ({ clock }) => clock.advance(780_000),
    ],
  ])('that takes the token no more stops them with words, until %s', async (_what, end) => {
    const till = openListTill()
    const { lists, payments, until, pass, asked } = till
    payments.answerShowsWith(() => fail(notAccepted))
    await lists.give(list('today.csv', 'T1'))
    const halted = await until(({ work }) => work.at === 'halted')
    await pass(120)
    const before = asked.length
    payments.answerShowsWith(null)
    await end(till)
    const { counts } = await until(isDone)
    expect([halted.work, before, counts.found]).toEqual([{ at: 'halted', fault: notAccepted }, 1, 1])
  })
})
