/** Who may name the port that sends refunds, and whatever else could put a POST on a line (refund-protocol.md 1). */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inProject } from '../setup/project.mjs'

const main = inProject('src', 'main')

/** The program's files of main by path, with what each imports of main, types too. */
const importsByFile = new Map(
  readdirSync(main, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing'))
    .map((file) => {
      const source = readFileSync(path.join(main, file), 'utf8')
      const imported = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
      const targets = imported.map(([, to = '']) =>
        path.join(path.dirname(file), to).replaceAll(path.sep, '/'),
      )
      return [file.replaceAll(path.sep, '/'), targets] as const
    }),
)

const importersOf = (target: string): readonly string[] =>
  [...importsByFile].filter(([, targets]) => targets.includes(target)).map(([file]) => file)

it.each([
  ['service/refund', ['refund/protocol.ts', 'refund/types.ts', 'till.ts']],
  ['service/exchange', ['service/read-answer.ts', 'service/refund.ts', 'service/show.ts']],
  // Those that take notice of shows; the verb that sends is called by open-refunds.ts alone.
  ['refund/protocol', ['refund/ask.ts', 'refund/open-refunds.ts', 'refund/people.ts']],
] as const)('%s is named by these files alone', (target, expected) => {
  expect([...importersOf(target)].sort()).toEqual(expected)
})

it('only the till makes a sender of refunds', () => {
  const files = [...importsByFile.keys()].filter((file) =>
    readFileSync(path.join(main, file), 'utf8').includes('makeHttpRefundSender'),
  )
  expect(files.sort()).toEqual(['service/refund.ts', 'till.ts'])
})

it('nothing reaches a fetch by another name than the one that the linter refuses', () => {
  const files = [...importsByFile.keys()].filter((file) =>
    /\.\s*fetch\b|\['fetch'\]/.test(readFileSync(path.join(main, file), 'utf8')),
  )
  expect(files).toEqual([])
})
