import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '../attempt/attempt'
import { attemptStates } from '../attempt/attempt-states'
import { runs } from '../testing/property-size'
import { attempt, intent } from '../testing/refund-samples'
import { addUpDay, type Day, daySchema, type Limits, limitsOf } from './day'

type Made = {
  readonly state?: Attempt['state']
  readonly amount?: number
  readonly currency?: string
  readonly cashier?: string
  readonly reason?: string
  readonly hour?: number
  readonly yes?: string | null
  readonly refusal?: string | null
  readonly slips?: number
  readonly typed?: boolean
  readonly paid?: string
}

const people = ['Ann', 'Ben', 'Cy', 'Dee']
const named = (name: string) => ({ id: name === '' ? '' : `p-${name}`, name })

function made(
  {
    state = 'refunded',
    hour = 10,
    refusal = null,
    slips = 1,
    yes = null,
    typed = false,
    paid = '',
    ...own
  }: Made,
  index = 0,
): Attempt {
  const { amount = 1000, currency = 'HKD', cashier = 'Ann', reason = 'damaged' } = own
  return attempt(state, {
    intent: intent({
      marker: `R-${1_000_000_000 + index}`,
      foundBy: { kind: 'transaction_id', code: `48${index}` },
      amount,
      currency,
      cashier: named(cashier),
      typed,
      paidAt: paid,
      reason: { code: reason, text: `${reason} ${index}` },
      ...(yes === null ? {} : { allowedBy: { ...named(yes), rules: [] } }),
    }),
    createdAt: new Date(2026, 10, 23, hour, 5).getTime(),
    line: index + 1,
    refusal: refusal === null ? null : { httpStatus: 422, message: refusal },
    slips,
  })
}

function dayOf(attempts: readonly Attempt[], limits: Limits = new Map()): Day {
  const adding = addUpDay(limits)
  for (const each of attempts) adding.add(each)
  return adding.day()
}

const anyAttempts = fc
  .array(
    fc.record({
      state: fc.oneof({ weight: 3, arbitrary: fc.constant('refunded') }, fc.constantFrom(...attemptStates)),
      amount: fc.oneof(fc.integer({ min: 10, max: 12_000 }), fc.integer({ min: 9400, max: 10_100 })),
      currency: fc.constantFrom('HKD', 'HKD', 'JPY'),
      cashier: fc.oneof({ weight: 4, arbitrary: fc.constant('Ann') }, fc.constantFrom(...people)),
      reason: fc.constantFrom('damaged', 'other'),
      hour: fc.integer({ min: 0, max: 23 }),
      yes: fc.option(fc.constantFrom('Sam', 'Mo'), { freq: 1 }),
      refusal: fc.option(fc.constantFrom('Too old', 'Funds'), { freq: 1 }),
      slips: fc.integer({ min: 0, max: 4 }),
      typed: fc.boolean(),
      paid: fc.constantFrom('2026-11-23 09:00:01', '2026-11-23 09:00:01', '2026-11-22 23:59:59', ''),
    }) as fc.Arbitrary<Required<Made>>,
    { maxLength: 40 },
  )
  .map((all) => all.map(made))
const limits: Limits = new Map([
  ['HKD', 10_000],
  ['JPY', 9500],
])

describe('a day in figures', () => {
  it('counts what was refunded by currency, person, reason and hour, the most first, and the rest by itself', () => {
    const { standsOut: _, ...day } = dayOf(
      [
        made({ amount: 4000, hour: 9, slips: 3, typed: true }, 0),
        made({ hour: 9, reason: 'other', cashier: 'Ben' }, 1),
        made({ hour: 8, yes: 'Sam', slips: 0 }, 2),
        made({ currency: 'EUR', cashier: '', hour: 9 }, 3),
        made({ state: 'refused', refusal: 'Too old', slips: 2, yes: 'Sam' }, 4),
        made({ state: 'not_sent', yes: 'Mo', typed: true }, 5),
        made({ state: 'refusal_seen', refusal: 'x'.repeat(201) }, 6),
        ...(['sending', 'unconfirmed', 'refunded_probably'] as const).map((state, index) =>
          made({ state, hour: 7 + index }, 7 + index),
        ),
      ],
      limits,
    )
    const [ann, ben] = [named('Ann'), named('Ben')]
    const openAs = (state: Attempt['state'], index: number) => {
      const marker = `R-${1_000_000_000 + index}`
      return { marker, code: `48${index}`, state, currency: 'HKD', hundredths: 1000 }
    }
    const once = { count: 1, hundredths: 1000 }
    expect(day).toEqual({
      sums: [
        { currency: 'HKD', count: 3, hundredths: 6000 },
        { currency: 'EUR', ...once },
      ],
      outcomes: [
        { state: 'refunded', count: 4 },
        ...['not_sent', 'refunded_probably', 'refusal_seen', 'refused', 'sending', 'unconfirmed'].map(
          (state) => ({ state, count: 1 }),
        ),
      ],
      cashiers: [
        { ...ann, currency: 'HKD', count: 2, hundredths: 5000 },
        { ...named(''), currency: 'EUR', ...once },
        { ...ben, currency: 'HKD', ...once },
      ],
      reasons: [
        { reason: 'damaged', currency: 'HKD', count: 2, hundredths: 5000 },
        { reason: 'damaged', currency: 'EUR', ...once },
        { reason: 'other', currency: 'HKD', ...once },
      ],
      hours: [
        { hour: 8, currency: 'HKD', ...once },
        { hour: 9, currency: 'EUR', ...once },
        { hour: 9, currency: 'HKD', count: 2, hundredths: 5000 },
      ],
      open: [
        openAs('refusal_seen', 6),
        openAs('refunded_probably', 9),
        openAs('unconfirmed', 8),
        openAs('sending', 7),
      ],
      yeses: [
        { ...named('Sam'), count: 2 },
        { ...named('Mo'), count: 1 },
      ],
      noes: [],
      refusals: [
        { message: 'Too old', count: 1 },
        { message: 'x'.repeat(200), count: 1 },
      ],
      reprints: 3,
      typed: 2,
    })
  })

  it('does not depend on the order in which attempts are read, and fits the contract', () => {
    fc.assert(
      fc.property(
        anyAttempts.chain((attempts) =>
          fc.tuple(fc.constant(attempts), fc.shuffledSubarray(attempts, { minLength: attempts.length })),
        ),
        ([attempts, shuffled]) => {
          const day = dayOf(attempts, limits)
          expect([dayOf(shuffled, limits), daySchema.parse(day)]).toEqual([day, day])
        },
      ),
      { numRuns: runs(50) },
    )
  })
})

it('a limit is the amount above which a second person is asked, for each currency that has one', () => {
  const none = { second: null, never: null }
  const steps = { cashierSum: none, tillSum: none }
  const money = [
    { ...steps, currency: 'HKD', amount: { second: 50_000, never: null } },
    { ...steps, currency: 'JPY', amount: { second: null, never: 90_000 } },
  ]
  expect(limitsOf({ money })).toEqual(new Map([['HKD', 50_000]]))
})

describe('what stands out', () => {
  const times = (count: number, own: Made) => Array.from({ length: count }, () => own)
  const standsOut = (...all: readonly (readonly Made[])[]) => dayOf(all.flat().map(made), limits).standsOut

  it('is a third of a person’s refunds just under the limit of their currency, or exactly at it', () => {
    const under = { what: 'under_limit', ...named('Ann'), currency: 'HKD', limit: 10_000, count: 3 }
    const near = [{ amount: 9500 }, { amount: 10_000 }, { amount: 9999 }]
    expect([
      standsOut(near, times(7, {})),
      standsOut(near, times(8, {})),
      standsOut(near.slice(1), [{ amount: 10_001 }, { amount: 9499 }]),
      standsOut(near, times(8, { currency: 'JPY' })),
    ]).toEqual([[{ ...under, of: 10 }], [], [], [{ ...under, of: 3 }]])
  })

  it('is seven of a person’s ten refunds made on the day of the payment, as far as that is known', () => {
    const same = { what: 'same_day', ...named('Ann') }
    const [today, before] = [{ paid: '2026-11-23 09:00:01' }, { paid: '2026-11-22 23:59:59' }]
    expect([
      standsOut(times(7, today), times(3, before), times(5, {})),
      standsOut(times(7, today), times(4, before)),
      standsOut(times(4, today)),
      standsOut(times(5, today)),
    ]).toEqual([[{ ...same, count: 7, of: 10 }], [], [], [{ ...same, count: 5, of: 5 }]])
  })

  it('is a person with three times as many refunds as the others on average', () => {
    const far = { what: 'far_above', ...named('Ann') }
    const others = [{ cashier: 'Ben' }, { cashier: 'Ben' }, { cashier: 'Cy' }, { cashier: 'Cy' }]
    expect([
      standsOut(times(6, {}), others),
      standsOut(times(5, {}), others),
      standsOut(times(9, {}), others.slice(0, 2)),
      standsOut(times(5, {}), others.slice(1, 3)),
      standsOut(times(4, {}), others.slice(1, 3)),
    ]).toEqual([[{ ...far, count: 6, others: 2 }], [], [], [{ ...far, count: 5, others: 1 }], []])
  })
})

describe('a person', () => {
  const as = (id: string, name: string, cashier: string, index: number) =>
    attempt('refunded', {
      intent: intent({
        marker: `R-${1_000_000_000 + index}`,
        cashier: { id, name: cashier },
        allowedBy: { id: 'p-sam', name, rules: [] },
      }),
    })

  it('who was renamed is one, by the present name, and two with the same name are two', () => {
    const adding = addUpDay(new Map(), new Map([['p-ann', 'Anna Ho']]))
    adding.add(as('p-ann', 'Samuel', 'Ann', 1))
    adding.add(as('p-ann', 'Sam', 'Anna', 2))
    adding.add(as('p-other', 'Sam', 'Ann', 3))
    adding.addNo({ id: 'p-ann', name: 'Ann' })
    const { cashiers, yeses, noes } = adding.day()
    expect([cashiers.map(({ id, name, count }) => [id, name, count]), yeses, noes]).toEqual([
      [
        ['p-ann', 'Anna Ho', 2],
        ['p-other', 'Ann', 1],
      ],
      [{ id: 'p-sam', name: 'Samuel', count: 3 }],
      [{ id: 'p-ann', name: 'Anna Ho', count: 1 }],
    ])
  })
})
