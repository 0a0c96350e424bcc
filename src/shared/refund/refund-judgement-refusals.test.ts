import { describe, expect, it } from 'vitest'
import { judge, lower, minute, own, plain, verdictOf } from '../testing/judged-checks'
import { attempt, intent, noRecord, verdict } from '../testing/refund-samples'
import { type CheckFacts, judgeCheck, quietNeeded } from './refund-judgement'

describe('a check after a refusal', () => {
  const refusal = attempt('refusal_seen')
  const alarm = verdict('unconfirmed', { alarm: 'moved_after_refusal' })

  it('settles it with the third quiet show', () => {
    const shows = [0, 1, 2].map((quiet) => judge(refusal, {}, { quiet }))
    expect(shows.map(({ verdict, quiet, news }) => [verdict.to, quiet, news])).toEqual([
      ['refusal_seen', true, false],
      ['refusal_seen', true, false],
      ['refused', true, true],
    ])
    expect(quietNeeded).toBe(3)
  })

  it('does not count a show that was asked for too early, was cached, says less, or is another payment’s', () => {
    const shows = [
      judge(refusal, {}, { quiet: 2, mayCount: false }),
      judge(refusal, {}, { quiet: 2, cached: true }),
      judge(refusal, {}, { quiet: 2, ...lower(10 * minute - 1) }),
      judge(refusal, { id: 'pay-2' }, { quiet: 2 }),
      judgeCheck(refusal, noRecord, { ...plain, quiet: 2 }),
    ]
    expect(shows.map(({ verdict, quiet, news }) => [verdict.to, quiet, news])).toEqual(
      shows.map(() => ['refusal_seen', false, false]),
    )
    // The first is too early to settle it, but still shows that no person is needed.
    expect(shows.map(({ says }) => says)).toEqual([true, false, false, false, false])
  })

  it('locks with an alarm for one hundredth more or our marker, in any answer', () => {
    const facts: readonly Partial<CheckFacts>[] = [{}, { cached: true }, lower(0)]
    const verdicts = [{ refunded: 1 }, { remark: own }].flatMap((change) =>
      facts.map((each) => verdictOf(refusal, change, each)),
    )
    expect(verdicts).toEqual(verdicts.map(() => alarm))
    const { quiet, news, says } = judge(refusal, { refunded: 1 })
    expect({ quiet, news, says }).toEqual({ quiet: false, news: true, says: true })
  })

  it('locks for any other change in a usable answer', () => {
    const changes = [
      { status: 'failed' },
      { amount: 1 },
      { currency: 'USD' },
      { refundedAt: 'x' },
      { remark: 'x' },
    ]
    const verdicts = changes.map((change) => [
      verdictOf(refusal, change),
      verdictOf(refusal, change, { cached: true }),
    ])
    expect(verdicts).toEqual(changes.map(() => [alarm, verdict('refusal_seen')]))
  })

  it('goes to a person when the sum cannot be read, or has been lower for ten minutes', () => {
    const based = attempt('refusal_seen', { intent: intent({ base: 500 }) })
    const verdicts = [
      verdictOf(refusal, { refunded: null, status: 'x' }),
      verdictOf(based, { refunded: 499 }, lower(10 * minute)),
      verdictOf(based, { refunded: 500 }, lower(10 * minute)),
      // The high-water value was lowered meanwhile: neither a movement nor a quiet show.
      verdictOf(based, { refunded: 499 }, { quiet: 2 }),
    ]
    expect(verdicts).toEqual([
      verdict('refusal_seen', { forPerson: 'unreadable' }),
      verdict('refusal_seen', { forPerson: 'went_down' }),
      verdict('refusal_seen', { forPerson: 'went_down' }),
      verdict('refusal_seen'),
    ])
  })
})
