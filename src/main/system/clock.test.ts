import { expect, it } from 'vitest'
import { closeInTurn, inTime, late } from './clock'
import { makeFakeClock } from './testing/fake-clock'
import { logInto } from './testing/log-into'

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

it('leaves a part that hangs after its limit, and one that throws, and closes all others in turn', async () => {
  const clock = makeFakeClock()
  const told: string[] = []
  const hang = () => new Promise(() => undefined)
  const done = closeInTurn(
    [
      { name: 'first', close: () => told.push('first closed') },
      { name: 'watched folder', close: hang },
      {
        name: 'refunds',
        close: async () => {
          throw new Error('no disk')
        },
      },
      { name: 'answer', close: hang, limitMs: () => 70_000 },
      { name: 'last', close: async () => told.push('last closed') },
    ],
    { clock, log: logInto(told) },
  )
  await clock.advance(80_000)
  await done
  expect(told).toEqual([
    'first closed',
    'The watched folder did not close within 5 seconds and was left.',
    'The refunds did not close in order. no disk',
    'The answer did not close within 70 seconds and was left.',
    'last closed',
  ])
})
