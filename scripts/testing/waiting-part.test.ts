import { describe, expect, it } from 'vitest'
import { turnOf } from '../../proof/run/seed-of-commit.mjs'
import { alwaysRun, endToEndFiles, waitingPart } from './waiting-part'

describe('what a person waits for', () => {
  const files = endToEndFiles()

  it('has the files of the main job with every commit', () => {
    for (const turn of [0, 1, 2, 3, 4, 5])
      for (const name of alwaysRun)
        expect(
          waitingPart(files, turn).some((file) => file.endsWith(name)),
          name,
        ).toBe(true)
  })

  it('reaches every end-to-end file within six turns, and is small', () => {
    const parts = [0, 1, 2, 3, 4, 5].map((turn) => waitingPart(files, turn))
    expect([...new Set(parts.flat())].sort()).toEqual(files)
    for (const part of parts) expect(part.length).toBeLessThan(files.length / 3)
  })

  it.each([3, 4, 6, 12, 24])('comes to every part of %i by some commit', (parts) => {
    // Seeds are multiples of 2,000: chosen by them, most parts would never come.
    const turns = Array.from({ length: 4096 }, (_, at) => turnOf(at.toString(16).padStart(5, '0')))
    expect(new Set(turns.map((turn) => turn % parts)).size).toBe(parts)
  })
})
