import { expect, it, vi } from 'vitest'
import { runStage, summarize } from './stages'

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

it('a stage that had nothing to run on counts neither way, and the whole does not pass by it', async () => {
  const stage = await quietly(() =>
    runStage('Chromium', async () => ({ passed: 0, failed: 0, notRun: 'none is installed' })),
  )
  expect(stage).toMatchObject({ passed: 0, failed: 0, notRun: 'none is installed' })
  expect(await quietly(() => summarize([stage]))).toBe(1)
})

it('the end of a run names what failed and why in few lines, before the totals', async () => {
  const failures = Array.from({ length: 40 }, (_, index) => `test ${index}: expected 1 to be 2`)
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  summarize([
    { name: 'unit', seconds: 1, passed: 2, failed: 40, failures },
    { name: 'types', seconds: 1, passed: 0, failed: 1, notes: ['a.ts(1,1):\n  error'] },
  ])
  const lines = print.mock.calls
    .map(([text]) => String(text))
    .join('')
    .trimEnd()
    .split('\n')
  print.mockRestore()
  expect(lines.at(-1)).toBe('2 passed, 41 failed')
  const end = lines.slice(-25)
  expect(end).toContain('✗ unit: test 0: expected 1 to be 2')
  expect(end).toContain('✗ types: a.ts(1,1): error')
  expect(end).toContain('✗ unit: 34 more: see above')
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
