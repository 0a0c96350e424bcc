import { expect, it, vi } from 'vitest'
import { runStage, summarize } from './stages.mjs'

/** Runs what prints, and answers its result alone. */
async function quietly<T>(body: () => T | Promise<T>): Promise<T> {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    return await body()
  } finally {
    print.mockRestore()
  }
}

it('a stage that checked nothing has failed, and says so', async () => {
  const stage = await quietly(() =>
    runStage('mutants', async () => ({ passed: 0, failed: 0, notes: ['none listed'] })),
  )
  expect(stage).toMatchObject({ passed: 0, failed: 1, notes: ['none listed', 'nothing was checked'] })
})

it('a stage that breaks has failed with the reason', async () => {
  const stage = await quietly(() => runStage('proof', () => Promise.reject(new Error('no strace'))))
  expect(stage).toMatchObject({ passed: 0, failed: 1, notes: [expect.stringContaining('no strace')] })
})

it('a stage that found something keeps its own numbers', async () => {
  const stage = await quietly(() => runStage('unit', async () => ({ passed: 7, failed: 2 })))
  expect(stage).toMatchObject({ name: 'unit', passed: 7, failed: 2 })
})

it.each([
  [0, 'all passed', [{ name: 'a', seconds: 1, passed: 2, failed: 0 }]],
  [1, 'one failed', [{ name: 'a', seconds: 1, passed: 2, failed: 1 }]],
  [1, 'nothing passed', [{ name: 'a', seconds: 1, passed: 0, failed: 0 }]],
])('the whole ends with %i when %s', async (code, _when, stages) => {
  expect(await quietly(() => summarize(stages))).toBe(code)
})
