import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../testing/property-size'
import {
  type JudgedRefund,
  judgeRules,
  type Level,
  levels,
  type Moment,
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
/** 12:00 of a day in a zone eight hours ahead of UTC. */
const noon = Date.UTC(2026, 10, 25, 4)

/** Asks each rule by itself, for both of its levels, refund by refund. */
function slowly(judged: JudgedRefund, known: RuleFacts, rules: Rules): readonly [RuleName, Level][] {
  const found: [RuleName, Level][] = []
  const say = (rule: RuleName, level: Level) => {
    if (level !== 'free') found.push([rule, level])
  }
  const exceeds = (rule: RuleName, value: number, steps: Steps) => {
    if (steps.never !== null && value > steps.never) say(rule, 'not_here')
    else if (steps.second !== null && value > steps.second) say(rule, 'second_person')
  }
  const zones = [known.zone]
  for (const each of known.refunds) zones.push(each.zone)
  const dateOf = (moment: number, zone: number) => new Date(moment + zone).toISOString().slice(0, 10)
  const isOn = (then: number, now: number) => {
    for (const zone of zones) if (dateOf(then, zone) >= dateOf(now, zone)) return true
    return now - then < 10 * hour
  }
  const isToday = ({ at, ran, dated }: Moment) => {
    if (known.ran - ran >= 25 * hour) return false
    if (at <= known.now && isOn(at, known.now)) return true
    if (dated !== undefined && known.dated !== undefined) return isOn(dated, known.dated)
    return known.ran - ran < 10 * hour
  }
  const isLate = ({ at, ran, dated }: Moment) => {
    if (known.ran - ran >= 2 * hour) return false
    if (at <= known.now && at >= known.now - hour) return true
    if (dated !== undefined && known.dated !== undefined) return known.dated - dated <= hour
    return known.ran - ran < hour
  }
  let [own, till, count] = [judged.money.hundredths, judged.money.hundredths, 1]
  let isSecond = judged.refundedBefore > 0
  for (const each of known.refunds) {
    const counts = isToday(each) && each.currency === judged.money.currency
    if (counts) till += each.amount
    if (counts && each.cashier === judged.cashier) own += each.amount
    if (isLate(each) && each.cashier === judged.cashier) count += 1
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
    const first = known.dated ?? known.now
    if (Number.isNaN(paid) || paid - Math.min(...zones) > first + day) say('age', 'second_person')
    if (!Number.isNaN(paid)) exceeds('age', Math.floor((today + Math.max(...zones) - paid) / day), rules.age)
  }
  if (judged.typed) say('typed', rules.typed)
  if (isSecond) say('second_refund', rules.secondRefund)
  if (judged.isOtherStores) say('other_store', rules.otherStore)
  if (judged.reason === 'other') say('other_reason', rules.otherReason)
  if (!judged.isStatusKnown) say('unknown_status', rules.unknownStatus)
  if (known.isDoubted) say('after_not_refunded', 'second_person')
  const counts =
    rules.money.length > 0 || rules.cashierCount.second !== null || rules.cashierCount.never !== null
  if (known.unread !== null && isToday(known.unread) && counts) say('record_unread', 'second_person')
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
    zone: fc.constantFrom(-5 * hour, 8 * hour, 14 * hour),
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
  zone: fc.constantFrom(-5 * hour, 0, 8 * hour),
  ran: fc.constant(100 * hour),
  dated: fc.option(
    moments.map((at) => noon + at),
    { nil: undefined },
  ),
  isDoubted: fc.boolean(),
  unread: fc.option(anyRefund),
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
  paidAt: fc.constantFrom(
    '',
    '0000-00-00 00:00:00',
    'soon',
    '2026-11-22 23:59:59',
    '2026-11-25 00:00:00',
    '2026-11-28 00:00:00',
  ),
  typed: fc.boolean(),
  reason: fc.constantFrom('damaged', 'other'),
  isOtherStores: fc.boolean(),
  isStatusKnown: fc.boolean(),
})

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

  it('holds for a currency in small letters too, and adds both up', () => {
    const rules = limits({ amount: above(20_000), tillSum: above(30_000) })
    const judged = [20_001, 10_001].map((hundredths) => {
      const refunds = [refunded({ amount: 20_000 })]
      return judgeRules(order({ money: { hundredths, currency: 'hkd' } }), facts({ refunds }), rules).by
    })
    expect(judged).toEqual([['amount', 'till_sum'], ['till_sum']])
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
