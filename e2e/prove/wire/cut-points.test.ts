/** Issue "Prove", cut points: the request and the answer cut at every byte in a real socket. */
import { expect, it } from 'vitest'
import { runCutPoints } from './cut-points'

it('keeps every promise wherever the request or the answer is cut', { timeout: 300_000 }, async () => {
  const counts = await runCutPoints()
  const everyByte = 2 * (counts.requestBytes + 1) + 2 * (counts.answerBytes + 1)
  console.log(`cut points: ${counts.points}; states: ${JSON.stringify(counts.states)}`)
  expect({ ...counts, states: null }).toEqual({
    requestBytes: counts.requestBytes,
    answerBytes: counts.answerBytes,
    points: everyByte,
    posts: everyByte,
    postsBeyondOne: 0,
    violations: [],
    undecidedWithoutState: 0,
    states: null,
  })
})
