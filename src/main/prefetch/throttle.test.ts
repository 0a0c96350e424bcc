import { expect, it } from 'vitest'
import { makeFakeClock } from '../system/testing/fake-clock'
import { makeThrottle } from './prefetch-service'

it('tells at once, then as often as is allowed, the last change included, and nothing once stopped', async () => {
  const clock = makeFakeClock()
  const start = clock.now()
  const told: number[] = []
  const windowEvents = makeThrottle(clock, 300, async () => {
    told.push(clock.now() - start)
  })
  for (let step = 0; step < 10; step += 1) {
    windowEvents.changed()
    await clock.advance(50)
  }
  await clock.advance(2000)
  windowEvents.changed()
  windowEvents.changed()
  windowEvents.stop()
  await clock.advance(2000)
  windowEvents.changed()
  expect(told).toEqual([0, 300, 600, 2500])
})
