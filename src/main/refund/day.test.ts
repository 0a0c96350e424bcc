import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../shared/attempt/attempt'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { ActivityOrder, ActivityPage } from '../../shared/contract/contract'
import type { PersonRef } from '../../shared/people/people'
import type { Day, Shift } from '../../shared/refund/day'
import type { Act } from '../../shared/refund/journal-events'
import { aDay } from '../../shared/testing/app-state-sample'
import { runs } from '../../shared/testing/property-size'
import { attempt as anAttempt, attemptView, intent as intentOf } from '../../shared/testing/refund-samples'
import { fitLine } from '../journal/journal-line'
import { addUpShift, readDay, readNoes, readSheets, sheetOf, shiftOf } from './day'

const beside = { limits: new Map<string, number>(), names: new Map<string, string>() }
const ann = { id: 'p-ann', name: 'Ann' }
const giveWay = async () => undefined
function* nothing() {}

const span = { from: new Date(2026, 10, 23).getTime(), to: new Date(2026, 10, 24).getTime() - 1 }

type Made = { readonly state: AttemptView['state']; readonly amount: number; readonly currency: string }

/** An attempt of that day as the window is shown it. */
function aView({ state, amount, currency, index }: Made & { readonly index: number }): AttemptView {
  return attemptView(state, { intent: intentOf({ amount, currency, marker: `R-${1_000_000_000 + index}` }) })
}

/** A journal's pages as main answers them, of attempts of that day; what was asked is told. */
function pagesOf(made: readonly Made[], open: readonly AttemptView[] = []) {
  const attempts = made.map(({ state, amount, currency }, index) => aView({ state, amount, currency, index }))
  const asked: ActivityOrder[] = []
  const page = (order: ActivityOrder): ActivityPage => {
    asked.push(order)
    const from = order.before ?? 0
    const next = from + order.count
    return {
      open: order.before === null ? open : [],
      notices: [],
      attempts: attempts.slice(from, next),
      next: next < attempts.length ? next : null,
      reading: false,
    }
  }
  return { asked, page }
}

const refunded = (amount: number, currency = 'HKD'): Made => ({ state: 'refunded', amount, currency })
async function read(page: (order: ActivityOrder) => ActivityPage, between = giveWay) {
  return must(await readDay(page, span, { ...beside, noes: [] }, between))
}

function must<T>(found: T | null): T {
  if (found === null) throw new Error('It is still being read')
  return found
}

describe('the refunds of a time', () => {
  it('are added up by currency; of those that nobody knows the end of, only the number is said', async () => {
    const { asked, page } = pagesOf([
      refunded(2025),
      refunded(500, 'GBP'),
      refunded(1000),
      { ...refunded(2000), state: 'unconfirmed' },
    ])
    const { day } = await read(page)
    expect([asked.slice(0, 1), day?.sums, day?.open.length]).toEqual([
      [{ before: null, count: 100, ...span }],
      [
        { currency: 'HKD', count: 2, hundredths: 3025 },
        { currency: 'GBP', count: 1, hundredths: 500 },
      ],
      1,
    ])
  })

  it('are all there, however many pages they take, and others get their turn between two pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 10, max: 100_000 }), { maxLength: 450 }),
        async (amounts) => {
          const { asked, page } = pagesOf(amounts.map((amount) => refunded(amount)))
          let turns = 0
          const { day } = await read(page, async () => {
            turns += 1
          })
          const [sum] = day?.sums ?? []
          expect([sum?.count ?? 0, sum?.hundredths ?? 0, turns]).toEqual([
            amounts.length,
            amounts.reduce((all, each) => all + each, 0),
            asked.length - 2,
          ])
        },
      ),
      { numRuns: runs(30) },
    )
  })
})

it('what needs somebody is named up to four, and the rest is counted', async () => {
  const open = Array.from({ length: 6 }, (_, index) =>
    aView({ state: 'unconfirmed', amount: 1000, currency: 'HKD', index }),
  )
  const { page } = pagesOf([], open)
  const summary = await read(page)
  expect([summary.open, summary.moreOpen]).toEqual([open.slice(0, 4), 2])
})

/** @param attempts newest first, a page each. */
const journalOf = (attempts: readonly Attempt[]) => {
  const read: number[] = []
  const page = ({ before }: { readonly before: number | null }) => {
    const place = before ?? 0
    read.push(place)
    const next = place + 1 < attempts.length ? place + 1 : null
    return { attempts: attempts.slice(place, place + 1), next }
  }
  return { page, read, linesOfAll: nothing, ran: () => 0 }
}

/** A line of what was done so many milliseconds after the day began. */
const acted = (seq: number, by: PersonRef, act: Act, at = seq) => ({
  line: { seq, ran: seq, till: { kind: 'acted', at: span.from + at, by, act } } as const,
  ...{ hash: '', before: '' },
})

describe('a shift', () => {
  const shift: Shift = { person: ann, since: 5000, ran: 1000, line: 20 }
  const of = (cashier: typeof ann | null, line: number, ran: number, createdAt = 6000) =>
    anAttempt('refunded', {
      intent: intentOf({ marker: `R-${1_000_000_000 + line}`, cashier, amount: line }),
      line,
      createdAt,
      ran: { created: ran, since: ran },
    })
  const addUp = (attempts: readonly Attempt[], of = shift) => {
    const { read, ...journal } = journalOf(attempts)
    const { sums } = addUpShift(journal, of, beside, span.to)
    return [sums[0]?.hundredths ?? 0, read.length]
  }

  it('has its person’s refunds alone, whoever signed in in between', () => {
    const ben = { id: 'p-ben', name: 'Ann' }
    expect(addUp([of(ann, 40, 4000), of(ben, 35, 3500), of(null, 34, 3400), of(ann, 30, 3000)])).toEqual([
      70, 4,
    ])
  })

  it('loses none to a clock that is set back, and has none from before it, also where that changed since', () => {
    expect(addUp([of(ann, 40, 4000, 1), of(ann, 39, 900), of(ann, 20, 999)])).toEqual([40, 2])
  })

  it('goes on over a new record, behind what that took over, and has none of an earlier shift of the old one', () => {
    const attempts = [of(ann, 3, 5000), of(ann, 2, 900), of(ann, 400, 4000), of(ann, 300, 900)]
    expect(addUp(attempts, { ...shift, line: -480 })).toEqual([403, 4])
  })

  it('is of its person, who has another name now', () => {
    const renamed = { ...ann, name: 'Ann Ho' }
    expect(shiftOf([shift], renamed, 7)).toEqual({ ...shift, person: renamed })
  })

  it('that the record has no beginning of begins with the day', () => {
    expect(shiftOf([], ann, 7)).toEqual({ person: ann, since: 7, ran: 0, line: 1 })
    expect(addUp([of(ann, 40, 4000, 9), of(ann, 30, 3000, 5)], shiftOf([], ann, 7))).toEqual([40, 2])
  })

  it('fits into one line of the record, whatever the service said and however much is open', () => {
    const day = addUpShift(
      journalOf(
        Array.from({ length: 300 }, (_, index) => ({
          ...of(ann, 500 - index, 4000),
          state: 'refusal_seen' as const,
          refusal: { httpStatus: 422, message: `${index} ${'壞'.repeat(5000)}` },
        })),
      ),
      shift,
      beside,
      span.to,
    )
    const act = { act: 'shift', since: 1, day: sheetOf(day) } as const
    expect(fitLine({ seq: 1, ran: 0, till: { kind: 'acted', at: 1, by: ann, act } })).not.toBeNull()
  })
})

describe('a second person’s no', () => {
  const sam = { id: 'p-sam', name: 'Sam' }
  const ben = { id: 'p-ben', name: 'Ben' }
  const refund = { id: 'pay-1', amount: 1, currency: 'HKD', rules: ['amount'] } as const
  const declined = (seq: number, by: PersonRef, cashier: PersonRef | null, at = seq) =>
    acted(seq, by, { act: 'declined', cashier, ...refund }, at)
  function* linesOfAll() {
    yield* [declined(1, sam, ann), { first: 2, last: 2 }, declined(3, sam, null), declined(4, ben, ann), null]
  }
  const counted = (day: Day | null) => day?.noes.map(({ id, count }) => [id, count])

  it('is counted in the day by who said it, and in the sheet of the cashier whose refund it was', async () => {
    const noes = await readNoes({ linesOfAll }, span, giveWay)
    const { day } = must(await readDay(pagesOf([]).page, span, { ...beside, noes }, giveWay))
    const shift = { person: ann, since: 0, ran: 0, line: 2 }
    const ofShift = addUpShift({ ...journalOf([]), linesOfAll }, shift, beside, span.to)
    expect([day, ofShift].map(counted)).toEqual([
      [
        ['p-sam', 2],
        ['p-ben', 1],
      ],
      [
        ['p-ben', 1],
        ['p-sam', 1],
      ],
    ])
  })

  it.each([
    ['behind', -1000],
    ['ahead', 1000],
  ])('is in the shift by running time, also where the clock was %s as that began', (_which, off) => {
    const asked: number[] = []
    function* near(from: number) {
      asked.push(from)
      yield* [declined(1, sam, ann), declined(3, ben, ann, 3 + off), declined(4, ben, ann)]
    }
    const shift = { person: ann, since: span.from + 2 + off, ran: 2, line: 2 }
    const journal = { ...journalOf([]), linesOfAll: near, ran: () => 9 }
    expect(counted(addUpShift(journal, shift, beside, span.from + 9))).toEqual([['p-ben', 2]])
    expect(asked).toEqual([span.from + 2 + Math.min(0, off)])
  })

  it('of a shift that no record has the beginning of is in it by the clock', () => {
    const asked: number[] = []
    function* near(from: number) {
      asked.push(from)
      yield* linesOfAll()
    }
    const journal = { ...journalOf([]), linesOfAll: near, ran: () => 9_999_999_999 }
    const shift = shiftOf([], ann, span.from + 2)
    expect([counted(addUpShift(journal, shift, beside, span.to)), asked]).toEqual([
      [['p-ben', 1]],
      [shift.since],
    ])
  })
})

it('the closed shifts of a time are read from its lines, the newest first; a gap in them is passed over', async () => {
  const closed = (seq: number) => acted(seq, ann, { act: 'shift', since: 1, day: aDay() })
  const gap = { first: 3, last: 4 }
  function* linesOfAll() {
    yield* [closed(1), gap, closed(5), null]
  }
  const journal = { linesOfAll, isReadSince: () => true }
  expect(await readSheets(journal, span, giveWay)).toEqual(
    [5, 1].map((seq) => ({ by: ann, since: 1, at: span.from + seq, day: aDay() })),
  )
})
