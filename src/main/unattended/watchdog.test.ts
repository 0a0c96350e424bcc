import { describe, expect, it } from 'vitest'
import { makeFakeClock } from '../scheduling/testing/fake-clock'
import { watchPage } from './watchdog'

const second = 1000

/** A page that answers or hangs as the test says. */
function setUp() {
  const clock = makeFakeClock()
  const state = { hangs: false, there: true }
  const done: string[] = []
  const stop = watchPage(
    {
      answers: () => (state.hangs ? new Promise(() => undefined) : Promise.resolve()),
      isThere: () => state.there,
      end: () => done.push('ended'),
    },
    clock,
    (message) => done.push(message),
  )
  return { clock, state, done, stop }
}

describe('the watch over the page', () => {
  it('leaves a page alone that answers, and one that was late once', async () => {
    const { clock, state, done } = setUp()
    await clock.advance(60 * second)
    state.hangs = true
    await clock.advance(10 * second)
    state.hangs = false
    await clock.advance(60 * second)
    expect(done).toEqual([])
  })

  it('ends a page that does not answer twice in a row, and says so', async () => {
    const { clock, state, done } = setUp()
    await clock.advance(15 * second)
    state.hangs = true
    await clock.advance(30 * second)
    expect(done).toEqual(['The page did not answer for 20 seconds and is opened again.', 'ended'])
  })

  it('ends it again where it still hangs once it was opened again', async () => {
    const { clock, state, done } = setUp()
    state.hangs = true
    await clock.advance(70 * second)
    expect(done.filter((each) => each === 'ended')).toHaveLength(2)
  })

  it('asks nothing of a page that is not there', async () => {
    const { clock, state, done } = setUp()
    state.hangs = true
    state.there = false
    await clock.advance(120 * second)
    expect(done).toEqual([])
  })

  it.each(['stands', 'goes_on'] as const)(
    'takes no sleep of the PC for a page that hangs, where the clock %s',
    async (monotonic) => {
      const { clock, state, done } = setUp()
      await clock.advance(10 * second)
      state.hangs = true
      await clock.advance(10 * second)
      await clock.sleep(3600 * second, monotonic)
      state.hangs = false
      await clock.advance(60 * second)
      expect(done).toEqual([])
    },
  )

  it('asks no more once it was stopped', async () => {
    const { clock, state, done, stop } = setUp()
    stop()
    state.hangs = true
    await clock.advance(120 * second)
    expect([done, clock.waiting()]).toEqual([[], []])
  })
})
