import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attemptStates } from '../../shared/attempt/attempt-states'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { NextCheck } from './frame'

// With a fixed clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const saysOf = (state: (typeof attemptStates)[number], milliseconds: number | null) =>
  wordsIn(
    draw(
      <NextCheck
        attempt={anAttempt({
          state,
          nextCheckAt: milliseconds === null ? null : new Date(Date.now() + milliseconds).toISOString(),
        })}
      />,
    ),
  )

it('counts down to the next check, and after a refusal says what is checked', () => {
  expect([saysOf('refusal_seen', 12_000), saysOf('refusal_seen', -1), saysOf('unconfirmed', 12_000)]).toEqual(
    ['Making sure: 12 s', 'Making sure: now', 'Checking again in 12 s'],
  )
})

it('counts minutes and hours where seconds mean nothing', () => {
  expect([saysOf('unconfirmed', 290_000), saysOf('unconfirmed', 3 * 60 * 60 * 1000)]).toEqual([
    'Checking again in 5 min',
    'Checking again in 3 h',
  ])
})

it('says nothing where no check is planned, or none would change anything', () => {
  const others = attemptStates.filter((state) => state !== 'unconfirmed' && state !== 'refusal_seen')
  expect([saysOf('unconfirmed', null), ...others.map((state) => saysOf(state, 12_000))].join('')).toBe('')
})
