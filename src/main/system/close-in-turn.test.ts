import { expect, it } from 'vitest'
import { closeInTurn } from './clock'
import { makeFakeClock } from './testing/fake-clock'
import { logInto } from './testing/log-into'

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
