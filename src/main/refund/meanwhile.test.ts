import fc from 'fast-check'
import { expect, it } from 'vitest'
import { raise } from '../../shared/high-water'
import { snapshot } from '../../shared/testing/refund-samples'
import { makeFakeClock } from '../system/testing/fake-clock'
import { makeSeenMeanwhile, writeSeenMeanwhile } from './unwritten'

const anySnapshot = fc.record({
  id: fc.constantFrom('pay-1', 'pay-2', ''),
  refunded: fc.oneof(fc.integer({ min: -5, max: 20_000 }), fc.constant(null)),
})

it('keeps of each payment what all its answers would have raised, one after the other', () => {
  fc.assert(
    fc.property(fc.array(anySnapshot, { maxLength: 30 }), (seen) => {
      const meanwhile = makeSeenMeanwhile()
      const expected = new Map<string, number | null>()
      for (const change of seen) {
        const one = snapshot(change)
        meanwhile.note(one)
        if (one.id !== '') expected.set(one.id, raise(expected.get(one.id) ?? null, one))
      }
      const taken = [...meanwhile.takeOf('pay-2'), ...meanwhile.take(1), ...meanwhile.take(9)]
      const raised = new Map(taken.map((each) => [each.id, each]))
      for (const [id, highest] of expected) {
        const found = raised.get(id)
        expect(found === undefined ? null : raise(null, found)).toEqual(highest)
      }
      expect([meanwhile.take(9), meanwhile.takeOf('pay-1'), meanwhile.count()]).toEqual([[], [], 0])
    }),
  )
})

it.each([
  ['another amount', { amount: 5000 }],
  ['another currency', { currency: 'USD' }],
])('loses nothing by a later answer with %s: what it brings together contradicts nothing', (_, change) => {
  const meanwhile = makeSeenMeanwhile()
  const first = snapshot({ id: 'pay-1', refunded: 9000, amount: 12_050, currency: 'HKD' })
  meanwhile.note(first)
  meanwhile.note(snapshot({ ...first, refunded: 100, ...change }))
  const raised = meanwhile
    .takeOf('pay-1')
    .reduce<number | null>((before, seen) => raise(before, seen, 'HKD'), null)
  expect(raised).toBe(9000)
})

it('keeps ten thousand payments, and lets the oldest go', () => {
  const meanwhile = makeSeenMeanwhile()
  for (let number = 0; number <= 10_000; number += 1) meanwhile.note(snapshot({ id: `pay-${number}` }))
  const ids = meanwhile.take(20_000).map(({ id }) => id)
  expect([ids.length, ids.includes('pay-0'), ids.at(-1)]).toEqual([10_000, false, 'pay-10000'])
})

/** @param takes whether the disk takes what was seen of the payment with that number. */
function setUp(count: number, takes: (number: number) => boolean = () => true) {
  const clock = makeFakeClock()
  const meanwhile = makeSeenMeanwhile()
  const tried: number[] = []
  for (let number = 0; number < count; number += 1) meanwhile.note(snapshot({ id: `${number}` }))
  const writing = writeSeenMeanwhile(clock, meanwhile, (seen) => {
    tried.push(Number(seen.id))
    if (!takes(Number(seen.id))) meanwhile.note(seen)
  })
  return { clock, meanwhile, tried, writing }
}

it('writes what was seen in small parts, the oldest first, and lets others have their turn between', async () => {
  const { clock, meanwhile, tried, writing } = setUp(2000)
  writing.write()
  const first = tried.length
  await clock.advance(60_000)
  expect([first < 50, tried, meanwhile.count(), clock.waiting()]).toEqual([
    true,
    Array.from({ length: 2000 }, (_, number) => number),
    0,
    [],
  ])
})

it('tries each once, keeps what cannot be written, and tries that again when it is asked', async () => {
  const { clock, meanwhile, tried, writing } = setUp(100, (number) => number % 10 > 0)
  writing.write()
  await clock.advance(60_000)
  const once = [tried.length, meanwhile.count(), clock.waiting()]
  writing.write()
  expect([once, tried.length, meanwhile.count()]).toEqual([[100, 10, []], 110, 10])
})

it('keeps the rest when it is stopped', async () => {
  const { clock, meanwhile, tried, writing } = setUp(100)
  writing.write()
  writing.stop()
  await clock.advance(60_000)
  expect([clock.waiting(), tried.length + meanwhile.count()]).toEqual([[], 100])
})
