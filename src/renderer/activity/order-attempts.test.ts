import { expect, it } from 'vitest'
import type { AttemptState } from '../../shared/attempt'
import { anAttempt } from '../desk/testing/samples'
import { orderAttempts } from './order-attempts'

it('puts what is undecided first, and the newest first among each', () => {
  const states: readonly (readonly [AttemptState, number])[] = [
    ['refunded', 5],
    ['unconfirmed', 1],
    ['not_sent', 4],
    ['refusal_seen', 3],
    ['refunded_probably', 2],
  ]
  const attempts = states.map(([state, createdAt]) => anAttempt({ state, createdAt }))
  expect(orderAttempts(attempts).map((attempt) => attempt.state)).toEqual([
    'refusal_seen',
    'refunded_probably',
    'unconfirmed',
    'refunded',
    'not_sent',
  ])
})
