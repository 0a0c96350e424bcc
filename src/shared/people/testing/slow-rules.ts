/** A slow and obvious reading of the store's rules, and arbitraries of what they judge. */
import fc from 'fast-check'
import {
  type JudgedRefund,
  type Level,
  levels,
  type Moment,
  type RuleFacts,
  type RuleName,
  type Rules,
  type Steps,
} from '../rules'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** 12:00 of a day in a zone eight hours ahead of UTC. */
export const noon = Date.UTC(2026, 10, 25, 4)

/** Asks each rule by itself, for both of its levels, refund by refund. */
export function slowly(judged: JudgedRefund, known: RuleFacts, rules: Rules): readonly [RuleName, Level][] {
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
export const amount = fc.integer({ min: 1, max: 40_000 })
export const moments = fc.integer({ min: -3 * day, max: day })
const steps = fc.record({
  second: fc.option(fc.integer({ min: 0, max: 50_000 })),
  never: fc.option(fc.integer({ min: 0, max: 90_000 })),
})
const few = fc.record({
  second: fc.option(fc.integer({ min: 0, max: 4 })),
  never: fc.option(fc.integer({ min: 0, max: 6 })),
})
const level = fc.constantFrom(...levels)
export const anyRefund = fc
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
export const anyFacts = fc.record({
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
export const anyRules: fc.Arbitrary<Rules> = fc.record({
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
export const anyOrder = fc.record({
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
