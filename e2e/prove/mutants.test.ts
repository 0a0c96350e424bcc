import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { mutants } from './mutants'

it('each seeded mistake changes code that stands exactly once in the program', () => {
  const lost = mutants.flatMap(({ name, changes }) =>
    changes
      .filter(
        ({ file, find }) => readFileSync(resolve(__dirname, '../..', file), 'utf8').split(find).length !== 2,
      )
      .map(({ file }) => `${name}: ${file}`),
  )
  expect(mutants.length).toBeGreaterThan(0)
  expect(lost).toEqual([])
})
