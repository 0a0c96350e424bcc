import { expect, it } from 'vitest'
import { inTime, late } from './clock'
import { makeFakeClock } from './testing/fake-clock'

const never = new Promise<string>(() => undefined)

it('answers what the work answers, and leaves no timer behind', async () => {
  const clock = makeFakeClock()
  expect([await inTime(Promise.resolve('done'), 100, clock), clock.waiting()]).toEqual(['done', []])
})

it('answers late once the time is over, and not before', async () => {
  const clock = makeFakeClock()
  let answer: string | typeof late | null = null
  void inTime(never, 100, clock).then((value) => {
    answer = value
  })
  await clock.advance(99)
  const before = answer
  await clock.advance(1)
  expect([before, answer]).toEqual([null, late])
})

it('rejects as the work does, and waits for ever without a limit', async () => {
  const clock = makeFakeClock()
  await expect(inTime(Promise.reject(new Error('no disk')), 100, clock)).rejects.toThrow('no disk')
  void inTime(never, Number.POSITIVE_INFINITY, clock)
  expect(clock.waiting()).toEqual([])
})
