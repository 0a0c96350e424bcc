/**
 * Adds up the refunds of a day, a shift or any other time: a fold over attempts, in any order. Sums have only what was
 * certainly refunded. Hours are those of this PC's clock, amounts hundredths.
 */
import { z } from 'zod'
import type { Attempt } from '../attempt/attempt'
import { attemptStates } from '../attempt/attempt-states'
import { localDay } from '../base/local-time'
import { type PersonRef, personRef } from '../people/people'
import type { Rules } from '../people/rules'
import { isUndecided } from './refund'

const count = z.number().int().positive()
const sum = { currency: z.string(), count, hundredths: z.number().int().nonnegative() }
const sumSchema = z.object(sum).readonly()
/** The id is '' on an open till; both are '' where unknown. */
const person = personRef.unwrap().shape

/** What a manager may want to ask about. */
const standsOutSchema = z
  .discriminatedUnion('what', [
    /** Many of a cashier's refunds are just under the amount above which a second person is asked. */
    z.object({
      what: z.literal('under_limit'),
      ...person,
      currency: z.string(),
      limit: count,
      count,
      of: count,
    }),
    /** Many of a cashier's refunds are made on the day of the payment. */
    z.object({ what: z.literal('same_day'), ...person, count, of: count }),
    /** A cashier refunded far more often than the others did on average. */
    z.object({ what: z.literal('far_above'), ...person, count, others: z.number().nonnegative() }),
  ])
  .readonly()

export const daySchema = z
  .object({
    sums: z.array(sumSchema).readonly(),
    outcomes: z.array(z.object({ state: z.enum(attemptStates), count }).readonly()).readonly(),
    cashiers: z.array(z.object({ ...person, ...sum }).readonly()).readonly(),
    /** By the reason's code in the store's list. */
    reasons: z.array(z.object({ reason: z.string(), ...sum }).readonly()).readonly(),
    /** By hour, 0 to 23, the earliest first; without hours that had no refund. */
    hours: z.array(z.object({ hour: z.number().int().min(0).max(23), ...sum }).readonly()).readonly(),
    /** Undecided attempts, newest first; `code` is the receipt's. */
    open: z
      .array(
        z
          .object({
            marker: z.string(),
            code: z.string(),
            state: z.enum(attemptStates),
            currency: z.string(),
            hundredths: z.number().int().nonnegative(),
          })
          .readonly(),
      )
      .readonly(),
    /** By the second person who said yes, whatever became of the refund. */
    yeses: z.array(z.object({ ...person, count }).readonly()).readonly(),
    /** By the second person who said no. */
    noes: z.array(z.object({ ...person, count }).readonly()).readonly(),
    /** By the service's message when it refused. */
    refusals: z.array(z.object({ message: z.string(), count }).readonly()).readonly(),
    /** How many slips beyond the first of each refund. */
    reprints: z.number().int().nonnegative(),
    /** How many refunds had the receipt's code typed and not scanned. */
    typed: z.number().int().nonnegative(),
    standsOut: z.array(standsOutSchema).readonly(),
  })
  .readonly()

export type Day = z.output<typeof daySchema>
export type DaySum = z.output<typeof sumSchema>
export type StandsOut = z.output<typeof standsOutSchema>

/** The amount above which a second person is asked, by currency. */
export type Limits = ReadonlyMap<string, number>

/** Returns the limits of the currencies in which a second person is asked at all. */
export function limitsOf(rules: Pick<Rules, 'money'> | null): Limits {
  return new Map(
    (rules?.money ?? []).flatMap(({ currency, amount: { second } }) =>
      second === null ? [] : [[currency, second] as const],
    ),
  )
}

/** From this percentage of a limit up to the limit itself, an amount is just under it. */
const underLimitPercent = 95
/** What stands out: so many refunds of a cashier, and this share of all their refunds. */
const minUnderLimit = { count: 3, share: 0.3 } as const
const minSameDay = { count: 5, share: 0.7 } as const
/** What stands out: so many refunds of a cashier, this many times the average of the others, of whom there are at least two. */
const minFarAbove = { count: 5, times: 3, others: 2 } as const

const nobody: PersonRef = { id: '', name: '' }
/** The day of the payment as the service wrote it; null where it did not say. */
const paidOn = ({ intent }: Attempt): string | null => /^\d{4}-\d\d-\d\d\b/.exec(intent.paidAt)?.[0] ?? null

/** Counts and sums by keys of one kind. The highest count comes first; equal ones are in the order of their keys. */
function makeTally<T extends object>() {
  const entries = new Map<string, T & { count: number; of: number; hundredths: number }>()
  const all = () =>
    [...entries]
      .sort(([one, { count: first }], [other, { count: second }]) =>
        first === second ? (one < other ? -1 : 1) : second - first,
      )
      .map(([, entry]) => entry)
  return {
    /** Adds one. @param counts false for one that is only among all (`of`). */
    add(key: T, hundredths = 0, counts = true): void {
      const name = JSON.stringify(Object.values(key))
      const entry = entries.get(name) ?? { ...key, count: 0, of: 0, hundredths: 0 }
      entry.count += counts ? 1 : 0
      entry.of += 1
      entry.hundredths += hundredths
      entries.set(name, entry)
    },
    counts: () => all().map(({ of: _, hundredths: __, ...counted }) => counted),
    sums: () => all().map(({ of: _, ...sum }) => sum),
    /** Returns the entries whose count, and share of all, are large enough. */
    overShare: (min: { readonly count: number; readonly share: number }) =>
      all()
        .filter(({ count, of }) => count >= min.count && count >= of * min.share)
        .map(({ hundredths: _, ...share }) => share),
  }
}

/**
 * Adds up attempts one after the other; `day` returns the result so far.
 * @param names people's present names by id, so that a renamed person counts as one. Of people who were removed, the name that
 *   comes first counts.
 */
export function addUpDay(limits: Limits, names: ReadonlyMap<string, string> = new Map()) {
  const called = new Map(names)
  const sums = makeTally<{ currency: string }>()
  const outcomes = makeTally<{ state: Attempt['state'] }>()
  const cashiers = makeTally<PersonRef & { currency: string }>()
  const reasons = makeTally<{ reason: string; currency: string }>()
  const hours = makeTally<{ hour: number; currency: string }>()
  const yeses = makeTally<PersonRef>()
  const noes = makeTally<PersonRef>()
  const refusals = makeTally<{ message: string }>()
  const byPerson = makeTally<PersonRef>()
  const underLimit = makeTally<PersonRef & { currency: string; limit: number }>()
  const sameDay = makeTally<PersonRef>()
  const open: Attempt[] = []
  let [reprints, typed] = [0, 0]

  function named({ id, name }: PersonRef): PersonRef {
    if (id === '') return { id, name }
    const present = called.get(id) ?? name
    called.set(id, present)
    return { id, name: present }
  }

  function addRefunded(attempt: Attempt): void {
    const { createdAt } = attempt
    const { currency, amount } = attempt.intent
    const cashier = named(attempt.intent.cashier ?? nobody)
    sums.add({ currency }, amount)
    cashiers.add({ ...cashier, currency }, amount)
    reasons.add({ reason: attempt.intent.reason.code, currency }, amount)
    hours.add({ hour: new Date(createdAt).getHours(), currency }, amount)
    byPerson.add(cashier)
    const limit = limits.get(currency.toUpperCase())
    if (limit !== undefined) {
      const isUnder = amount <= limit && amount * 100 >= limit * underLimitPercent
      underLimit.add({ ...cashier, currency, limit }, 0, isUnder)
    }
    const paid = paidOn(attempt)
    if (paid !== null) sameDay.add(cashier, 0, paid === localDay(createdAt))
  }

  return {
    add(attempt: Attempt): void {
      const { state, refusal, slips } = attempt
      outcomes.add({ state })
      if (state === 'refunded') addRefunded(attempt)
      if (isUndecided(state)) open.push(attempt)
      const { allowedBy, typed: byKeys } = attempt.intent
      if (allowedBy !== undefined) yeses.add(named(allowedBy))
      if (refusal !== null) refusals.add({ message: refusal.message.slice(0, maxMessageLength) })
      reprints += Math.max(0, slips - 1)
      if (byKeys) typed += 1
    },
    addNo: (person: PersonRef): void => noes.add(named(person)),
    day: (): Day => ({
      sums: sums.sums(),
      outcomes: outcomes.counts(),
      cashiers: cashiers.sums(),
      reasons: reasons.sums(),
      hours: hours
        .sums()
        .sort((one, other) => one.hour - other.hour || (one.currency < other.currency ? -1 : 1)),
      open: [...open]
        .sort((one, other) => other.createdAt - one.createdAt || other.line - one.line)
        .map(openOf),
      yeses: yeses.counts(),
      noes: noes.counts(),
      refusals: refusals.counts(),
      reprints,
      typed,
      standsOut: [
        ...underLimit.overShare(minUnderLimit).map((each) => ({ what: 'under_limit' as const, ...each })),
        ...sameDay.overShare(minSameDay).map((each) => ({ what: 'same_day' as const, ...each })),
        ...farAbove(byPerson.counts()),
      ],
    }),
  }
}

/** How many characters of a service's message are shown. */
const maxMessageLength = 200

function openOf({ intent, state }: Attempt): Day['open'][number] {
  const { marker, foundBy, currency, amount } = intent
  return { marker, code: foundBy.code, state, currency, hundredths: amount }
}

/** Returns everybody who refunded far more often than the others on average. */
function farAbove(people: readonly (PersonRef & { readonly count: number })[]): readonly StandsOut[] {
  const all = people.reduce((sum, { count }) => sum + count, 0)
  const others = people.length - 1
  if (others < minFarAbove.others) return []
  return people.flatMap(({ id, name, count }) => {
    const average = (all - count) / others
    const isFar = count >= minFarAbove.count && count >= average * minFarAbove.times
    return isFar ? [{ what: 'far_above', id, name, count, others: average } as const] : []
  })
}

/**
 * A person's shift at a staffed till, from the first sign-in to *Close shift*, as the record's memory has it. Another person's
 * sign-in, a lock or a restart does not end it, and it has only its person's refunds.
 */
export const shiftSchema = z
  .object({
    person: personRef,
    /** When it began: milliseconds since 1970 by this PC's clock, which anybody can set, and the till's running time. */
    since: z.number().int(),
    ran: z.number().int().nonnegative(),
    /** The number of its first line; 0 or below in an earlier record. */
    line: z.number().int(),
  })
  .strict()
  .readonly()
export type Shift = z.output<typeof shiftSchema>

/** The figures of a closed shift. Times are milliseconds since 1970. */
export const sheetSchema = z
  .object({ by: personRef, since: z.number().int(), at: z.number().int(), day: daySchema })
  .readonly()
export type Sheet = z.output<typeof sheetSchema>
