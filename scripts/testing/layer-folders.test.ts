import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inProject } from '../setup/project.mjs'

/** What the folders of one layer of the source use of each other. */
type LayerFolders = {
  /** Each folder, and '' for what lies in the layer's root, with the folders of this layer that it imports from. */
  readonly uses: ReadonlyMap<string, ReadonlySet<string>>
  /** The ways that lead from a folder back to itself. */
  readonly rings: readonly (readonly string[])[]
  /** The program's files in no folder, by name. */
  readonly loose: readonly string[]
}

/** A test and what tests share may reach for whatever it needs to set its stage. */
function isProgram(file: string): boolean {
  return /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.split(path.sep).includes('testing')
}

/** The folder of the layer that a path in it belongs to; '' for the layer itself. */
function folderOf(inLayer: string): string {
  const [folder = '', ...rest] = inLayer.split(path.sep)
  return rest.length === 0 ? '' : folder
}

/** What a file imports of its own layer, types too: whoever reads it must open that file. */
function importsOf(layer: string, file: string): readonly string[] {
  const source = readFileSync(path.join(layer, file), 'utf8')
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, specifier = '']) => path.relative(layer, path.resolve(layer, path.dirname(file), specifier)))
    .filter((target) => !target.startsWith('..'))
}

/** The shortest way from this folder back to itself, or none. */
function ringOf(start: string, uses: LayerFolders['uses']): readonly string[] {
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

/** Reads what the folders of a layer use of each other. `layer` is its path; nothing outside it counts. */
function readLayer(layer: string): LayerFolders {
  const files = readdirSync(layer, { recursive: true, encoding: 'utf8' }).filter(isProgram)
  const uses = new Map<string, Set<string>>()
  for (const file of files) {
    const folder = folderOf(file)
    const used = uses.get(folder) ?? new Set()
    for (const target of importsOf(layer, file)) used.add(folderOf(target))
    used.delete(folder)
    uses.set(folder, used)
  }
  const rings = [...uses.keys()].map((folder) => ringOf(folder, uses)).filter((ring) => ring.length > 0)
  const loose = files.filter((file) => folderOf(file) === '').sort()
  return { uses, rings, loose }
}

const layers = {
  'src/main': {
    loose: ['commands.ts', 'index.ts', 'till.ts'],
    about: 'the program’s life and its composition',
  },
  'src/renderer': { loose: ['start.ts', 'window.d.ts'], about: 'the page’s first script' },
} as const

describe.each(Object.entries(layers))('the folders of %s', (layer, { loose: expected, about }) => {
  const { uses, rings, loose } = readLayer(inProject(...layer.split('/')))

  it('are many, and each of them is used', () => {
    const used = new Set([...uses.values()].flatMap((each) => [...each]))
    expect(uses.size).toBeGreaterThan(10)
    expect([...uses.keys()].filter((folder) => folder !== '' && !used.has(folder))).toEqual([])
  })

  it('stand in no ring', () => {
    expect(rings).toEqual([])
  })

  it(`hold everything but ${about}`, () => {
    expect([...loose].sort()).toEqual(expected)
  })
})

/** Each folder of main stands on those before it. What decides about money stands on little. */
const order = 'system service vault journal refund copies settings lookup prefetch profile window ipc'

it('the folders of main import one way', () => {
  const folders = order.split(' ')
  const { uses } = readLayer(inProject('src', 'main'))
  const upward = [...uses].flatMap(([folder, used]) =>
    [...used]
      .filter((other) => folder !== '' && folders.indexOf(other) >= folders.indexOf(folder))
      .map((other) => `${folder} → ${other}`),
  )
  expect([[...uses.keys()].filter((folder) => folder !== '').sort(), upward]).toEqual([
    [...folders].sort(),
    [],
  ])
})

it('the words of the window rest on nothing else of it', () => {
  const { uses } = readLayer(inProject('src', 'renderer'))
  expect([...(uses.get('words') ?? ['no words at all'])]).toEqual([])
})

it('a ring of several folders would be noticed, though it hangs on a type and on what is fetched late, and tests make none', () => {
  const layer = mkdtempSync(path.join(tmpdir(), 'layer-'))
  onTestFinished(() => rmSync(layer, { recursive: true }))
  const files = {
    'till/till.ts':
      "import type { Paper } from '../paper/paper'\nimport { shared } from '../../shared/shared'\n",
    'paper/paper.tsx': "const sheet = () => import('../ink/ink')\n",
    'ink/ink.ts': "import {\n  till,\n} from '../till/till'\n",
    'ink/ink.test.ts': "import { pen } from '../pen/pen'\n",
    'pen/testing/sample.ts': "import { ink } from '../../ink/ink'\n",
    'pen/pen.ts': '',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(layer, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(layer, name), text)
  }
  const { uses, rings } = readLayer(layer)
  expect(rings).toContainEqual(['till', 'paper', 'ink', 'till'])
  expect([uses.get('till'), uses.get('ink'), uses.get('pen')]).toEqual([
    new Set(['paper']),
    new Set(['till']),
    new Set(),
  ])
})
