/** Roles, the store's rules for refunds, and its reasons. Without zod, so that the window can import them. */
import type { z } from 'zod'
import { isWholeUnitCurrency, type Money } from '../payment/money'
import type { rulesSchema } from './people'

/** In ascending order of rights. */
export const roles = ['cashier', 'supervisor', 'manager'] as const
export type Role = (typeof roles)[number]

/** Whether a role may do what the needed role may. */
export function atLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

/**
 * The store's rules for refunds: which the cashier may send alone, which take a second person's yes, and which this till does
 * not send. `judgeRules` is pure, and called when a refund is confirmed and again before it is sent (refund-protocol.md 1 and 9).
 * Amounts are hundredths. This is all of them, in the order in which they are shown.
 */
export const ruleNames = [
  'amount',
  'cashier_sum',
  'cashier_count',
  'till_sum',
  'age',
  'typed',
  'second_refund',
  'other_store',
  'other_reason',
  'unknown_status',
  'after_not_refunded',
  'record_unread',
  'rules_unread',
] as const
export type RuleName = (typeof ruleNames)[number]

export const levels = ['free', 'second_person', 'not_here'] as const
export type Level = (typeof levels)[number]

export type Rules = z.output<typeof rulesSchema>
export type MoneyRules = Rules['money'][number]
export type Steps = Rules['age']

const noSteps: Steps = { second: null, never: null }

/** The cashier sends every refund alone. */
export const noRules: Rules = {
  money: [],
  cashierCount: noSteps,
  age: noSteps,
  typed: 'free',
  secondRefund: 'free',
  otherStore: 'free',
  otherReason: 'free',
  unknownStatus: 'free',
}

export const presets = ['off', 'careful', 'strict'] as const
export type Preset = (typeof presets)[number]

/** Returns rules for a manager to start from, with limits in this currency. */
export function presetRules(preset: Preset, currency: string): Rules {
  const money = (units: number) => units * (isWholeUnitCurrency(currency) ? 2000 : 100)
  const above = (units: number, never: number | null = null): Steps => ({
    second: money(units),
    never: never === null ? null : money(never),
  })
  switch (preset) {
    case 'off':
      return noRules
    case 'careful':
      return {
        ...noRules,
        money: [{ currency, amount: above(500), cashierSum: above(2000), tillSum: above(10_000) }],
        cashierCount: { second: 6, never: null },
        age: { second: 30, never: 180 },
        secondRefund: 'second_person',
        otherStore: 'second_person',
        unknownStatus: 'second_person',
      }
    case 'strict':
      return {
        money: [
          { currency, amount: above(200, 5000), cashierSum: above(1000), tillSum: above(5000, 20_000) },
        ],
        cashierCount: { second: 3, never: null },
        age: { second: 7, never: 90 },
        typed: 'second_person',
        secondRefund: 'second_person',
        otherStore: 'not_here',
        otherReason: 'second_person',
        unknownStatus: 'not_here',
      }
  }
}

export type Moment = {
  /** Milliseconds since 1970 by this PC's clock, and of the till's running time. */
  readonly at: number
  readonly ran: number
  /** Milliseconds since 1970 by the service's own clock; left out where it did not say. */
  readonly dated?: number | undefined
}

/** A refund of this till, made or possibly made: an undecided one counts as refunded. Its moment is when it began. */
export type RefundSoFar = Moment & {
  /** The internal id of its payment. */
  readonly payment: string
  /** Whose it was, by id; '' of everybody who did not sign in. */
  readonly cashier: string
  readonly currency: string
  readonly amount: number
  /** How far this PC's zone was ahead of UTC, in milliseconds. */
  readonly zone: number
}

/** The refund at hand. */
export type JudgedRefund = {
  readonly payment: string
  readonly cashier: string
  readonly money: Money
  /** What the service says was refunded before. */
  readonly refundedBefore: number
  /** When it was paid, as the service writes it. */
  readonly paidAt: string
  readonly typed: boolean
  readonly reason: string
  readonly isOtherStores: boolean
  readonly isStatusKnown: boolean
}

/** What the record in memory and the clocks say at the judgement. */
export type RuleFacts = {
  readonly refunds: readonly RefundSoFar[]
  /** Milliseconds since 1970, and how far this PC's zone is ahead of UTC, in milliseconds. */
  readonly now: number
  readonly zone: number
  /** The till's running time now, in milliseconds. */
  readonly ran: number
  /** Now by the service's own clock, in milliseconds since 1970; left out where unknown. */
  readonly dated?: number | undefined
  /** Whether a refund of the payment was decided *not refunded* lately. */
  readonly isDoubted: boolean
  /** When lines of the record were last found lost, so that earlier refunds are unknown; null if never. */
  readonly unread: Moment | null
}

type RulesVerdict = {
  readonly verdict: Level
  /** The rules that led to the verdict, in their order; none where it is free. */
  readonly by: readonly RuleName[]
}

const hour = 60 * 60 * 1000
const day = 24 * hour
/** What was refunded within this time counts as today's, whatever the date. A night is longer. */
const minDayMs = 10 * hour

/** Judges a refund by the rules. @param rules null where they cannot be read any more. */
export function judgeRules(order: JudgedRefund, facts: RuleFacts, rules: Rules | null): RulesVerdict {
  const areUnread = { rules_unread: only(rules === null, 'second_person') }
  const said = Object.entries({ ...levelsOf(order, facts, rules ?? noRules), ...areUnread })
  const verdict = [...levels].reverse().find((level) => said.some(([, each]) => each === level)) ?? 'free'
  if (verdict === 'free') return { verdict, by: [] }
  return {
    verdict,
    by: ruleNames.filter((name) => said.some(([of, level]) => of === name && level === verdict)),
  }
}

function levelsOf(
  order: JudgedRefund,
  facts: RuleFacts,
  rules: Rules,
): Readonly<Record<Exclude<RuleName, 'rules_unread'>, Level>> {
  const { hundredths } = order.money
  // A service may write them in small letters.
  const currency = order.money.currency.toUpperCase()
  const money = rules.money.find((each) => each.currency === currency)
  const today = facts.refunds.filter((each) => isOfToday(each, facts))
  const own = today.filter(({ cashier }) => cashier === order.cashier)
  const sumWith = (refunds: readonly RefundSoFar[]) =>
    refunds
      .filter((each) => each.currency.toUpperCase() === currency)
      .reduce((sum, each) => sum + each.amount, hundredths)
  const lately = facts.refunds.filter(
    (each) =>
      each.cashier === order.cashier &&
      isWithin(each, facts, (now) => now - hour, { minMs: hour, maxMs: 2 * hour }),
  )
  const isUnread = facts.unread !== null && isOfToday(facts.unread, facts)
  const isSecond = order.refundedBefore > 0 || facts.refunds.some(({ payment }) => payment === order.payment)
  const counts = rules.money.length > 0 || !isFree(rules.cashierCount)
  return {
    amount:
      money === undefined ? only(rules.money.length > 0, 'second_person') : step(hundredths, money.amount),
    cashier_sum: step(sumWith(own), money?.cashierSum ?? noSteps),
    cashier_count: step(lately.length + 1, rules.cashierCount),
    till_sum: step(sumWith(today), money?.tillSum ?? noSteps),
    age: ageLevel(order.paidAt, facts, rules.age),
    typed: only(order.typed, rules.typed),
    second_refund: only(isSecond, rules.secondRefund),
    other_store: only(order.isOtherStores, rules.otherStore),
    other_reason: only(order.reason === 'other', rules.otherReason),
    unknown_status: only(!order.isStatusKnown, rules.unknownStatus),
    after_not_refunded: only(facts.isDoubted, 'second_person'),
    record_unread: only(isUnread && counts, 'second_person'),
  }
}

const only = (is: boolean, level: Level): Level => (is ? level : 'free')

const isFree = ({ second, never }: Steps) => second === null && never === null

function step(value: number, { second, never }: Steps): Level {
  if (never !== null && value > never) return 'not_here'
  return only(second !== null && value > second, 'second_person')
}

/**
 * Whether something happened since the moment that `from` returns, or within `minMs`: by the service's own clock, which nobody
 * at the counter can set, or by this PC's, in case a node of the service has the wrong day. Where the service does not say the
 * time, the running time since then counts as well. Nothing counts after `maxMs` of running time, so that a clock that was
 * ahead keeps nobody waiting.
 */
function isWithin(
  { at, ran, dated }: Moment,
  facts: RuleFacts,
  from: (now: number) => number,
  { minMs, maxMs }: { readonly minMs: number; readonly maxMs: number },
): boolean {
  const is = (then: number, now: number) => now - then < minMs || then >= from(now)
  const byService =
    dated === undefined || facts.dated === undefined ? facts.ran - ran < minMs : is(dated, facts.dated)
  return facts.ran - ran < maxMs && (byService || (at <= facts.now && is(at, facts.now)))
}

/** Whether it is of today in any zone that this PC had lately, so that setting another zone does not end the day. */
function isOfToday(moment: Moment, facts: RuleFacts): boolean {
  const lengths = { minMs: minDayMs, maxMs: day + hour }
  const midnight = (now: number, zone: number) => Math.floor((now + zone) / day) * day - zone
  return zonesOf(facts).some((zone) => isWithin(moment, facts, (now) => midnight(now, zone), lengths))
}

const zonesOf = ({ zone, refunds }: RuleFacts) => [...new Set([zone, ...refunds.map((each) => each.zone)])]

/** Whole days since the date of a service's time, which has no zone. Null where it has no date, or one in the future. */
function daysSince(paidAt: string, localNow: number): number | null {
  const date = /^(\d{4})-(\d\d)-(\d\d)\b/.exec(paidAt)
  const paid = date === null ? Number.NaN : Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]))
  const days = Math.floor((localNow - paid) / day)
  // The service's zone may be up to a day ahead of this PC's.
  return Number.isNaN(days) || days < -1 || !/[1-9]/.test(paidAt) ? null : days
}

/**
 * Judges the age of a payment. One whose date cannot be read may be old, and so may one of the future, by any zone that this PC
 * had lately. Where the service does not say what day it is, this day's refunds keep a clock that was set back from making the
 * payment younger.
 */
function ageLevel(paidAt: string, facts: RuleFacts, steps: Steps): Level {
  if (isFree(steps)) return 'free'
  const { now, ran, refunds, dated } = facts
  const zones = zonesOf(facts)
  const lately = refunds.filter((each) => ran - each.ran < minDayMs).map(({ at }) => at)
  const fewest = daysSince(paidAt, (dated ?? now) + Math.min(...zones))
  const most = daysSince(paidAt, (dated ?? Math.max(now, ...lately)) + Math.max(...zones))
  if (most === null) return 'second_person'
  const level = step(most, steps)
  return level === 'free' && fewest === null ? 'second_person' : level
}

/**
 * Why money goes back. A store has its own list. Each entry is the code of a usual reason, which has a text in every language,
 * or the store's own words, which are their own code. The record keeps the code; the service gets the store's language.
 */

/** In the order of the form and its digits. With *other*, the text that the cashier types is sent. */
export const usualReasons = [
  'damaged',
  'wrong_item',
  'changed_mind',
  'charged_twice',
  'not_received',
  'other',
] as const
type UsualReason = (typeof usualReasons)[number]

/** The digits 1 to 9 choose a reason. */
export const maxReasons = 9

export type ReasonTexts = Readonly<Record<UsualReason, string>>

/** Returns a reason's text in a language; a store's own words are not translated. */
export function reasonName(code: string, texts: ReasonTexts): string {
  const usual = usualReasons.find((each) => each === code)
  return usual === undefined ? code : texts[usual]
}

/** What the cashier chose. `text` is what was typed with *other*. */
export type ChosenReason = { readonly code: string; readonly text: string }

/** Returns the reason to write down and send, in the store's language; null where it is not on the store's list. */
export function reasonToSend(
  { code, text }: ChosenReason,
  list: readonly string[],
  texts: ReasonTexts,
): ChosenReason | null {
  if (!list.includes(code)) return null
  return { code, text: code === 'other' ? text : reasonName(code, texts) }
}
