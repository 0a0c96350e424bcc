import { describe, expect, it } from 'vitest'
import { makeFakeClock } from '../scheduling/testing/fake-clock'
import { keepAwake } from './keep-awake'

const minute = 60_000

function setUp() {
  const clock = makeFakeClock()
  const state = { pressedAt: 0, visible: true }
  const held = new Set<number>()
  let number = 0
  const stop = keepAwake(
    {
      start: () => {
        held.add(++number)
        return number
      },
      stop: (id) => held.delete(id),
    },
    { idleFor: () => clock.monotonic() - state.pressedAt, isVisible: () => state.visible },
    clock,
  )
  return { clock, state, held, stop }
}

describe('the screen', () => {
  it('stays on for a quarter of an hour after the last press, and is held once', async () => {
    const { clock, held } = setUp()
    const seen = [held.size]
    await clock.advance(14 * minute)
    seen.push(held.size)
    await clock.advance(2 * minute)
    expect([...seen, held.size]).toEqual([1, 1, 0])
  })

  it('is held again when somebody comes back', async () => {
    const { clock, state, held } = setUp()
    await clock.advance(60 * minute)
    state.pressedAt = clock.monotonic()
    await clock.advance(minute)
    expect(held.size).toBe(1)
  })

  it('is let go where the window cannot be seen, and at the end', async () => {
    const { clock, state, held, stop } = setUp()
    state.visible = false
    await clock.advance(minute)
    const hidden = held.size
    state.visible = true
    await clock.advance(minute)
    stop()
    expect([hidden, held.size, clock.waiting()]).toEqual([0, 0, []])
  })
})
