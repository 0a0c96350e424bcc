/** Issue "Prove", cut points: every sixteenth byte here, every byte in `npm run prove`. */
import { expect, it } from 'vitest'
import { runCutPoints } from './cut-points'

it('keeps every promise wherever the request or the answer is cut', async () => {
  const { points, posts, postsBeyondOne, violations, undecidedWithoutState } = await runCutPoints({
    step: 16,
  })
  expect({ enough: points > 150, posts, postsBeyondOne, violations, undecidedWithoutState }).toEqual({
    enough: true,
    posts: points,
    postsBeyondOne: 0,
    violations: [],
    undecidedWithoutState: 0,
  })
})
