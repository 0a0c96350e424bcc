import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../testing/property-size'
import {
  type JudgedRefund,
  judgeRules,
  type Level,
  levels,
  noRules,
  presetRules,
  type RefundSoFar,
  type RuleFacts,
  type RuleName,
  type Rules,
  ruleNames,
  type Steps,
} from './rules'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** 12:00 of a day in a zone eight hours before UTC. */
const noon = Date.UTC(2026, 10, 25, 4)

const facts = (change: Partial<RuleFacts> = {}): RuleFacts => ({
  refunds: [],
  now: noon,
  offset: 8 * hour,
  ran: 100 * hour,
  isDoubted: false,
  isUnread: false,
  ...change,
})
const order = (change: Partial<JudgedRefund> = {}): JudgedRefund => ({
  payment: 'pay-1',
  cashier: 'mei',
  money: { hundredths: 10_000, currency: 'HKD' },
  refundedBefore: 0,
  paidAt: '2026-11-25 11:00:00',
  typed: false,
  reason: 'damaged',
  isOtherStores: false,
  isStatusKnown: true,
  ...change,
})
const refunded = (change: Partial<RefundSoFar> = {}): RefundSoFar => ({
  payment: 'pay-0',
  cashier: 'mei',
  currency: 'HKD',
  amount: 10_000,
  at: noon - 10 * minute,
  ran: 100 * hour - 10 * minute,
  ...change,
})
const above = (second: number | null, never: number | null = null): Steps => ({ second, never })
const limits = (change: Partial<Rules['money'][number]>): Rules => ({
  ...noRules,
  money: [{ currency: 'HKD', amount: above(null), cashierSum: above(null), tillSum: above(null), ...change }],
})

/** Slow and obvious: each rule is asked by itself, for both of its levels, refund by refund. */
function slowly(judged: JudgedRefund, known: RuleFacts, rules: Rules): readonly [RuleName, Level][] {
  const found: [RuleName, Level][] = []
  const say = (rule: RuleName, level: Level) => {
    if (level !== 'free') found.push([rule, level])
  }
  const exceeds = (rule: RuleName, value: number, steps: Steps) => {
    if (steps.never !== null && value > steps.never) say(rule, 'not_here')
    else if (steps.second !== null && value > steps.second) say(rule, 'second_person')
  }
  const midnight = (now: number) => {
    const local = new Date(now + known.offset)
    return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) - known.offset
  }
  let [own, till, count] = [judged.money.hundredths, judged.money.hundredths, 1]
  let isSecond = judged.refundedBefore > 0
  for (const each of known.refunds) {
    let isToday = (each.at >= midnight(known.now) && each.at <= known.now) || known.ran - each.ran < 10 * hour
    let isLate = (each.at >= known.now - hour && each.at <= known.now) || known.ran - each.ran < hour
    if (each.dated !== undefined && known.dated !== undefined) {
      const ago = known.dated - each.dated
      isToday = ago < 10 * hour || each.dated >= midnight(known.dated)
      isLate = ago <= hour
    }
    if (isToday && each.currency === judged.money.currency) till += each.amount
    if (isToday && each.currency === judged.money.currency && each.cashier === judged.cashier)
      own += each.amount
    if (isLate && each.cashier === judged.cashier) count += 1
    if (each.payment === judged.payment) isSecond = true
  }
  let listed = false
  for (const set of rules.money) {
    if (listed || set.currency !== judged.money.currency) continue
    listed = true
    exceeds('amount', judged.money.hundredths, set.amount)
    exceeds('cashier_sum', own, set.cashierSum)
    exceeds('till_sum', till, set.tillSum)
  }
  if (!listed && rules.money.length > 0) say('amount', 'second_person')
  exceeds('cashier_count', count, rules.cashierCount)
  if (rules.age.second !== null || rules.age.never !== null) {
    let today = known.now
    for (const each of known.refunds) if (known.ran - each.ran < 10 * hour && each.at > today) today = each.at
    if (known.dated !== undefined) today = known.dated
    const paid = Date.parse(`${judged.paidAt.slice(0, 10)}T00:00:00Z`)
    if (Number.isNaN(paid)) say('age', 'second_person')
    else exceeds('age', Math.floor((today + known.offset - paid) / day), rules.age)
  }
  if (judged.typed) say('typed', rules.typed)
  if (isSecond) say('second_refund', rules.secondRefund)
  if (judged.isOtherStores) say('other_store', rules.otherStore)
  if (judged.reason === 'other') say('other_reason', rules.otherReason)
  if (!judged.isStatusKnown) say('unknown_status', rules.unknownStatus)
  if (known.isDoubted) say('after_not_refunded', 'second_person')
  const counts =
    rules.money.length > 0 || rules.cashierCount.second !== null || rules.cashierCount.never !== null
  if (known.isUnread && counts) say('record_unread', 'second_person')
  return found
}

const someone = fc.constantFrom('', 'mei', 'jonas')
const currency = fc.constantFrom('HKD', 'JPY')
const amount = fc.integer({ min: 1, max: 40_000 })
const moments = fc.integer({ min: -3 * day, max: day })
const steps = fc.record({
  second: fc.option(fc.integer({ min: 0, max: 50_000 })),
  never: fc.option(fc.integer({ min: 0, max: 90_000 })),
})
const few = fc.record({
  second: fc.option(fc.integer({ min: 0, max: 4 })),
  never: fc.option(fc.integer({ min: 0, max: 6 })),
})
const level = fc.constantFrom(...levels)
const anyRefund = fc
  .record({
    payment: fc.constantFrom('pay-1', 'pay-2'),
    cashier: someone,
    currency,
    amount,
    moments,
    ran: moments,
    dated: fc.option(moments),
  })
  .map(({ moments: at, ran, dated, ...each }) => ({
    ...each,
    ...(dated === null ? {} : { dated: noon + dated }),
    at: noon + at,
    ran: 100 * hour + Math.min(0, ran),
  }))
const anyFacts = fc.record({
  refunds: fc.array(anyRefund, { maxLength: 6 }),
  now: moments.map((at) => noon + at),
  offset: fc.constantFrom(-5 * hour, 0, 8 * hour),
  ran: fc.constant(100 * hour),
  dated: fc.option(
    moments.map((at) => noon + at),
    { nil: undefined },
  ),
  isDoubted: fc.boolean(),
  isUnread: fc.boolean(),
})
const anyRules: fc.Arbitrary<Rules> = fc.record({
  money: fc.array(fc.record({ currency, amount: steps, cashierSum: steps, tillSum: steps }), {
    maxLength: 2,
  }),
  cashierCount: few,
  age: few,
  typed: level,
  secondRefund: level,
  otherStore: level,
  otherReason: level,
  unknownStatus: level,
})
const anyOrder = fc.record({
  payment: fc.constantFrom('pay-1', 'pay-3'),
  cashier: someone,
  money: fc.record({ hundredths: amount, currency }),
  refundedBefore: fc.constantFrom(0, 5),
  paidAt: fc.constantFrom('', '0000-00-00 00:00:00', 'soon', '2026-11-22 23:59:59', '2026-11-25 00:00:00'),
  typed: fc.boolean(),
  reason: fc.constantFrom('damaged', 'other'),
  isOtherStores: fc.boolean(),
  isStatusKnown: fc.boolean(),
})

describe('the rules', () => {
  it('say what a slow and obvious reading of them says', () => {
    fc.assert(
      fc.property(anyOrder, anyFacts, anyRules, (judged, known, rules) => {
        const said = slowly(judged, known, rules)
        const strongest = ['not_here', 'second_person'].find((each) => said.some(([, of]) => of === each))
        const names = said.flatMap(([rule, of]) => (of === strongest ? [rule] : []))
        const by = ruleNames.filter((rule) => names.includes(rule))
        const { verdict, by: named } = judgeRules(judged, known, rules)
        return verdict === (strongest ?? 'free') && named.join() === by.join()
      }),
      { numRuns: runs(500) },
    )
  })

  it('never get weaker by another refund, by a larger amount, or by a limit that is lower', () => {
    const strength = (judged: JudgedRefund, known: RuleFacts, rules: Rules) =>
      levels.indexOf(judgeRules(judged, known, rules).verdict)
    fc.assert(
      fc.property(anyOrder, anyFacts, anyRules, anyRefund, amount, (judged, known, rules, another, more) => {
        const { hundredths, currency: of } = judged.money
        const larger = { ...judged, money: { hundredths: hundredths + more, currency: of } }
        const tighter = {
          ...rules,
          money: rules.money.map((set) => ({ ...set, amount: { ...set.amount, second: 0 } })),
        }
        const before = strength(judged, known, rules)
        expect(strength(larger, known, rules)).toBeGreaterThanOrEqual(before)
        expect(
          strength(judged, { ...known, refunds: [...known.refunds, another] }, rules),
        ).toBeGreaterThanOrEqual(before)
        expect(strength(judged, known, tighter)).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})

describe('a limit', () => {
  it('of one refund counts the one at hand, and ends just above it', () => {
    const rules = limits({ amount: above(10_000, 20_000) })
    const judged = [10_000, 10_001, 20_000, 20_001].map(
      (hundredths) => judgeRules(order({ money: { hundredths, currency: 'HKD' } }), facts(), rules).verdict,
    )
    expect(judged).toEqual(['free', 'second_person', 'second_person', 'not_here'])
  })

  it('is not dodged by splitting: the parts count with the one at hand', () => {
    const rules = limits({ amount: above(15_000), cashierSum: above(25_000) })
    const withParts = (count: number) =>
      judgeRules(order(), facts({ refunds: Array.from({ length: count }, () => refunded()) }), rules)
    expect([withParts(1), withParts(2)]).toEqual([
      { verdict: 'free', by: [] },
      { verdict: 'second_person', by: ['cashier_sum'] },
    ])
  })

  it('of the till is not dodged by another’s sign-in in between, and of a cashier not either', () => {
    const refunds = [refunded(), refunded({ cashier: 'jonas' }), refunded()]
    const of = (rules: Rules) => judgeRules(order(), facts({ refunds }), rules).by
    expect([of(limits({ tillSum: above(35_000) })), of(limits({ cashierSum: above(25_000) }))]).toEqual([
      ['till_sum'],
      ['cashier_sum'],
    ])
  })

  it.each([
    ['a day forward', noon + day],
    ['a month forward', noon + 30 * day],
    ['a day back', noon - day],
    ['an hour forward', noon + hour],
  ])('is not dodged by a clock that is set %s', (_name, now) => {
    const rules = { ...limits({ cashierSum: above(15_000) }), cashierCount: above(1) }
    expect(judgeRules(order(), facts({ now, refunds: [refunded()] }), rules)).toEqual({
      verdict: 'second_person',
      by: ['cashier_sum', 'cashier_count'],
    })
  })

  it('of a day at the counter is dodged by no clock or zone of this PC, where the service says what time it is', () => {
    const rules = limits({ cashierSum: above(19_999), tillSum: above(19_999) })
    const anyClock = fc.record({ wall: moments, ran: fc.integer({ min: 0, max: 90 * hour }) })
    const passed = fc.integer({ min: 0, max: 10 * hour - 1 })
    const zones = fc.integer({ min: -12, max: 14 })
    fc.assert(
      fc.property(anyClock, anyClock, passed, zones, (then, now, since, zone) => {
        const earlier = refunded({ at: noon + then.wall, ran: then.ran, dated: noon - since })
        const clocks = { now: noon + now.wall, ran: 90 * hour + now.ran, offset: zone * hour, dated: noon }
        expect(judgeRules(order(), facts({ ...clocks, refunds: [earlier] }), rules)).toEqual({
          verdict: 'second_person',
          by: ['cashier_sum', 'till_sum'],
        })
      }),
    )
  })

  it('is not dodged by any clock or zone of this PC either while it ran for less than ten hours', () => {
    const rules = limits({ cashierSum: above(19_999) })
    const years = fc.integer({ min: -400 * day, max: 400 * day })
    const ran = fc.integer({ min: 0, max: 10 * hour - 1 })
    const zones = fc.integer({ min: -12, max: 14 })
    const dated = fc.option(years, { nil: undefined })
    fc.assert(
      fc.property(years, years, ran, zones, dated, (then, now, since, zone, said) => {
        const earlier = refunded({ at: noon + then, ran: 100 * hour - since, dated: said })
        const clocks = { now: noon + now, offset: zone * hour }
        expect(judgeRules(order(), facts({ ...clocks, refunds: [earlier] }), rules).by).toEqual([
          'cashier_sum',
        ])
      }),
    )
  })

  it('holds up nobody for longer than that after a clock that was a year ahead', () => {
    const rules = { ...limits({ tillSum: above(15_000) }), age: above(null, 30) }
    const ahead = refunded({ at: noon + 365 * day, ran: 90 * hour })
    const dated = { ...ahead, ran: 99 * hour, dated: noon - 20 * hour }
    expect([
      judgeRules(order(), facts({ refunds: [ahead] }), rules).verdict,
      judgeRules(order(), facts({ refunds: [dated], dated: noon }), rules).verdict,
    ]).toEqual(['free', 'free'])
  })

  it('is another day’s after a night, by the service’s clock too', () => {
    const rules = limits({ tillSum: above(15_000) })
    const evening = refunded({ at: noon - 14 * hour, ran: 0, dated: noon - 14 * hour })
    expect(judgeRules(order(), facts({ dated: noon, refunds: [evening] }), rules).verdict).toBe('free')
  })

  it('begins anew with the next day, once this till has run for ten hours since', () => {
    const rules = limits({ cashierSum: above(15_000) })
    const yesterday = { at: noon - 20 * hour }
    const ago = (ran: number) =>
      judgeRules(order(), facts({ refunds: [refunded({ ...yesterday, ran: 100 * hour - ran })] }), rules)
        .verdict
    expect([ago(10 * hour - 1), ago(10 * hour)]).toEqual(['second_person', 'free'])
  })

  it('in another currency than those that have limits takes a second person', () => {
    const money = { hundredths: 1, currency: 'USD' }
    expect(judgeRules(order({ money }), facts(), limits({}))).toEqual({
      verdict: 'second_person',
      by: ['amount'],
    })
  })

  it('of age is not dodged by a clock that is set back behind the last refund', () => {
    const rules = { ...noRules, age: above(30) }
    const paidAt = '2026-10-20 09:00:00'
    const now = noon - 20 * day
    expect(
      [[], [refunded()]].map(
        (refunds) => judgeRules(order({ paidAt }), facts({ now, refunds }), rules).verdict,
      ),
    ).toEqual(['free', 'second_person'])
  })

  it('that cannot be counted, after a record that could not be read, takes a second person', () => {
    const unread = facts({ isUnread: true })
    expect([noRules, limits({})].map((rules) => judgeRules(order(), unread, rules))).toEqual([
      { verdict: 'free', by: [] },
      { verdict: 'second_person', by: ['record_unread'] },
    ])
  })
})

it('rules that nobody knows any more take a second person for each refund', () => {
  const unread = { verdict: 'second_person', by: ['rules_unread'] }
  const doubted = { verdict: 'second_person', by: ['after_not_refunded', 'rules_unread'] }
  const small = order({ money: { hundredths: 10, currency: 'HKD' } })
  expect([judgeRules(small, facts(), null), judgeRules(small, facts({ isDoubted: true }), null)]).toEqual([
    unread,
    doubted,
  ])
})

it('the presets grow stricter, in units of the currency', () => {
  const verdicts = (['off', 'careful', 'strict'] as const).map((preset) => [
    judgeRules(order({ money: { hundredths: 30_000, currency: 'HKD' } }), facts(), presetRules(preset, 'HKD'))
      .verdict,
    judgeRules(
      order({ money: { hundredths: 700_000, currency: 'JPY' } }),
      facts(),
      presetRules(preset, 'JPY'),
    ).verdict,
    judgeRules(order({ isOtherStores: true }), facts(), presetRules(preset, 'HKD')).verdict,
  ])
  expect(verdicts).toEqual([
    ['free', 'free', 'free'],
    ['free', 'free', 'second_person'],
    ['second_person', 'second_person', 'not_here'],
  ])
})
