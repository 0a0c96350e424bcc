import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from '../setup/project.mjs'

const layer = inProject('src', 'main')

/** A test and what tests share may reach for whatever it needs to set its stage. */
const isProgram = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes(`${path.sep}testing${path.sep}`)

const files = readdirSync(layer, { recursive: true, encoding: 'utf8' })
  .map((file) => path.join(layer, file))
  .filter(isProgram)

/** The folder of main that a file belongs to; '' for main itself. */
function folderOf(file: string): string {
  const [folder = '', ...rest] = path.relative(layer, file).split(path.sep)
  return rest.length === 0 ? '' : folder
}

/** What a file imports of this layer, types too: whoever reads it must open that file. */
function importsOf(file: string): readonly string[] {
  const named = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  return [...named]
    .map(([, specifier = '']) => path.resolve(path.dirname(file), specifier))
    .filter((target) => target.startsWith(layer + path.sep))
}

const uses = new Map<string, Set<string>>()
for (const file of files) {
  const folder = folderOf(file)
  const used = uses.get(folder) ?? new Set()
  for (const target of importsOf(file)) used.add(folderOf(`${target}.ts`))
  used.delete(folder)
  uses.set(folder, used)
}

/** The folders on a way from this one back to itself; none where there is no such way. */
function ringOf(start: string): readonly string[] {
  const ways: (readonly string[])[] = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of uses.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return []
}

describe('the folders of src/main', () => {
  it('are many, and each of them is used', () => {
    const used = new Set([...uses.values()].flatMap((each) => [...each]))
    expect(uses.size).toBeGreaterThan(15)
    expect([...uses.keys()].filter((folder) => folder !== '' && !used.has(folder))).toEqual([])
  })

  it('stand in no ring', () => {
    expect([...uses.keys()].map(ringOf).filter((ring) => ring.length > 0)).toEqual([])
  })

  it('hold everything but the program’s life and its composition', () => {
    const loose = files.filter((file) => folderOf(file) === '').map((file) => path.basename(file))
    expect(loose.sort()).toEqual([
      'compose-copies.ts',
      'compose-handlers.ts',
      'compose-refunds.ts',
      'compose.ts',
      'index.ts',
    ])
  })
})
