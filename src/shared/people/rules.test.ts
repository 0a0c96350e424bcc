import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../testing/property-size'
import {
  type JudgedRefund,
  judgeRules,
  levels,
  noRules,
  presetRules,
  type RefundSoFar,
  type RuleFacts,
  type Rules,
  ruleNames,
  type Steps,
} from './rules'
import {
  amount,
  anyFacts,
  anyOrder,
  anyRefund,
  anyRules,
  day,
  hour,
  minute,
  moments,
  noon,
  slowly,
} from './testing/slow-rules'

const facts = (change: Partial<RuleFacts> = {}): RuleFacts => ({
  ...{ refunds: [], now: noon, zone: 8 * hour, ran: 100 * hour, isDoubted: false, unread: null },
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
  zone: 8 * hour,
  ...change,
})
const above = (second: number | null, never: number | null = null): Steps => ({ second, never })
const limits = (change: Partial<Rules['money'][number]>): Rules => ({
  ...noRules,
  money: [{ currency: 'HKD', amount: above(null), cashierSum: above(null), tillSum: above(null), ...change }],
})

describe('the rules', () => {
  it('give what a slow and obvious reading of them gives', () => {
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

  it('never get weaker by another refund, a larger amount or a lower limit', () => {
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
  it('of one refund counts the one at hand, and allows exactly the limit', () => {
    const rules = limits({ amount: above(10_000, 20_000) })
    const judged = [10_000, 10_001, 20_000, 20_001].map(
      (hundredths) => judgeRules(order({ money: { hundredths, currency: 'HKD' } }), facts(), rules).verdict,
    )
    expect(judged).toEqual(['free', 'second_person', 'second_person', 'not_here'])
  })

  it('of a day cannot be evaded by this PC’s clock or zone where the service says what time it is', () => {
    const rules = limits({ cashierSum: above(19_999), tillSum: above(19_999) })
    const anyClock = fc.record({ wall: moments, ran: fc.integer({ min: 0, max: 90 * hour }) })
    const passed = fc.integer({ min: 0, max: 10 * hour - 1 })
    const zones = fc.integer({ min: -12, max: 14 })
    fc.assert(
      fc.property(anyClock, anyClock, passed, zones, (then, now, since, zone) => {
        const earlier = refunded({ at: noon + then.wall, ran: then.ran, dated: noon - since })
        const clocks = {
          now: noon + now.wall,
          ran: then.ran + Math.min(now.ran, since),
          zone: zone * hour,
          dated: noon,
        }
        const expected = { verdict: 'second_person', by: ['cashier_sum', 'till_sum'] }
        expect(judgeRules(order(), facts({ ...clocks, refunds: [earlier] }), rules)).toEqual(expected)
      }),
    )
  })

  it('of a day is not ended by another zone of this PC, where an earlier refund has its own', () => {
    const rules = limits({ tillSum: above(29_999) })
    const lastWeek = refunded({ at: noon - 7 * day, ran: 0, dated: noon - 7 * day })
    const zones = fc.integer({ min: -12, max: 14 }).map((zone) => zone * hour)
    // From the morning until late in the evening, longer than any night.
    fc.assert(
      fc.property(fc.option(zones), zones, fc.boolean(), (then, now, isDated) => {
        const said = (dated: number) => (isDated ? { dated } : {})
        const morning = noon - 3 * hour
        const zone = then ?? 8 * hour
        const early = refunded({ amount: 20_000, at: morning, ran: 90 * hour, zone, ...said(morning) })
        const evening = { now: noon + 10 * hour, zone: now, ...said(noon + 10 * hour) }
        const known = facts({ ...evening, refunds: [lastWeek, early] })
        expect(judgeRules(order(), known, rules).by).toEqual(['till_sum'])
      }),
    )
  })

  it('is not lost by a node of the service whose clock is days off', () => {
    const rules = { ...limits({ tillSum: above(15_000) }), cashierCount: above(1) }
    const by = ['cashier_count', 'till_sum']
    fc.assert(
      fc.property(moments, moments, (then, now) => {
        const earlier = refunded({ dated: noon + then })
        expect(judgeRules(order(), facts({ refunds: [earlier], dated: noon + now }), rules).by).toEqual(by)
      }),
    )
  })

  it('cannot be evaded by this PC’s clock or zone either during ten hours of running time', () => {
    const rules = limits({ cashierSum: above(19_999) })
    const years = fc.integer({ min: -400 * day, max: 400 * day })
    const ran = fc.integer({ min: 0, max: 10 * hour - 1 })
    const zones = fc.integer({ min: -12, max: 14 })
    const dated = fc.option(years, { nil: undefined })
    fc.assert(
      fc.property(years, years, ran, zones, dated, (then, now, since, zone, said) => {
        const earlier = refunded({ at: noon + then, ran: 100 * hour - since, dated: said })
        const clocks = { now: noon + now, zone: zone * hour }
        expect(judgeRules(order(), facts({ ...clocks, refunds: [earlier] }), rules).by).toEqual([
          'cashier_sum',
        ])
      }),
    )
  })

  it('holds up nobody for longer than that after a clock was a year ahead', () => {
    const rules = { ...limits({ tillSum: above(15_000) }), age: above(null, 30) }
    const ahead = refunded({ at: noon + 365 * day, ran: 90 * hour })
    const dated = { ...ahead, ran: 99 * hour, dated: noon - 20 * hour }
    const later = facts({ refunds: [refunded({ ran: 75 * hour, dated: noon + 365 * day })], dated: noon })
    expect([
      judgeRules(order(), later, rules).verdict,
      judgeRules(order(), facts({ refunds: [ahead] }), rules).verdict,
      judgeRules(order(), facts({ refunds: [dated], dated: noon }), rules).verdict,
    ]).toEqual(['free', 'free', 'free'])
  })

  it('ends after a night, by the service’s clock too', () => {
    const rules = limits({ tillSum: above(15_000) })
    const evening = refunded({ at: noon - 14 * hour, ran: 0, dated: noon - 14 * hour })
    expect(judgeRules(order(), facts({ dated: noon, refunds: [evening] }), rules).verdict).toBe('free')
  })

  it('restarts with the next day, once this till has run for ten hours since', () => {
    const rules = limits({ cashierSum: above(15_000) })
    const yesterday = { at: noon - 20 * hour }
    const ago = (ran: number) =>
      judgeRules(order(), facts({ refunds: [refunded({ ...yesterday, ran: 100 * hour - ran })] }), rules)
        .verdict
    expect([ago(10 * hour - 1), ago(10 * hour)]).toEqual(['second_person', 'free'])
  })

  it('of age asks for a second person for a payment dated in the future', () => {
    const rules = { ...noRules, age: above(30) }
    const of = (paidAt: string) => judgeRules(order({ paidAt }), facts(), rules).verdict
    expect([of('2026-11-26 07:00:00'), of('2026-11-27 00:00:00')]).toEqual(['free', 'second_person'])
    // No other refund makes that less: not one in a zone further ahead, nor one from before the clock was set back.
    const others = [{ zone: 14 * hour }, { at: noon + 30 * hour }]
    const beside = others.map((change) => facts({ refunds: [refunded(change)] }))
    const verdicts = beside.map(
      (known) => judgeRules(order({ paidAt: '2026-11-27 00:00:00' }), known, rules).verdict,
    )
    expect(verdicts).toEqual(['second_person', 'second_person'])
  })
})

it('rules that cannot be read any more ask for a second person for each refund', () => {
  const unread = { verdict: 'second_person', by: ['rules_unread'] }
  const doubted = { verdict: 'second_person', by: ['after_not_refunded', 'rules_unread'] }
  const small = order({ money: { hundredths: 10, currency: 'HKD' } })
  const outcome = [judgeRules(small, facts(), null), judgeRules(small, facts({ isDoubted: true }), null)]
  expect(outcome).toEqual([unread, doubted])
})

it('the presets grow stricter, in units of the currency', () => {
  const hkd = { hundredths: 30_000, currency: 'HKD' }
  const jpy = { hundredths: 700_000, currency: 'JPY' }
  const verdicts = (['off', 'careful', 'strict'] as const).map((preset) => [
    judgeRules(order({ money: hkd }), facts(), presetRules(preset, 'HKD')).verdict,
    judgeRules(order({ money: jpy }), facts(), presetRules(preset, 'JPY')).verdict,
    judgeRules(order({ isOtherStores: true }), facts(), presetRules(preset, 'HKD')).verdict,
  ])
  expect(verdicts).toEqual([
    ['free', 'free', 'free'],
    ['free', 'free', 'second_person'],
    ['second_person', 'second_person', 'not_here'],
  ])
})
