import { expect, it } from 'vitest'
import { snapshot } from '../../shared/testing/refund-samples'
import { makeFakeClock } from '../scheduling/testing/fake-clock'
import { makeSeenMeanwhile } from './seen-meanwhile'
import { writeSeenMeanwhile } from './write-seen-meanwhile'

/** @param takes whether the disk takes what was seen of the payment with that number. */
function setUp(count: number, takes: (number: number) => boolean = () => true) {
  const clock = makeFakeClock()
  const meanwhile = makeSeenMeanwhile()
  const tried: number[] = []
  for (let number = 0; number < count; number += 1) meanwhile.note('a', snapshot({ id: `${number}` }))
  const writing = writeSeenMeanwhile({
    clock,
    meanwhile,
    raise(name, seen) {
      tried.push(Number(seen.id))
      if (!takes(Number(seen.id))) meanwhile.note(name, seen)
    },
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
