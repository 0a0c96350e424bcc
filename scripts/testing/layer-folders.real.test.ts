import { describe, expect, it } from 'vitest'
import { importsOf, programFiles } from './source-files'

/** Each folder, and '' for what lies in the layer's root, with the folders of the layer that it imports from. */
type Uses = ReadonlyMap<string, ReadonlySet<string>>

/** What the folders of a layer use of each other; nothing outside it counts. `layer` ends with a slash. */
function usesIn(layer: string, files: readonly { readonly name: string; readonly code: string }[]): Uses {
  const folderOf = (name: string) => name.slice(layer.length).split('/').slice(0, -1)[0] ?? ''
  const uses = new Map<string, Set<string>>()
  for (const file of files) {
    const used = uses.get(folderOf(file.name)) ?? new Set()
    for (const target of importsOf(file)) if (target.startsWith(layer)) used.add(folderOf(target))
    used.delete(folderOf(file.name))
    uses.set(folderOf(file.name), used)
  }
  return uses
}

/** The folders that a way of imports leads from back to themselves. */
function inRings(uses: Uses): readonly string[] {
  return [...uses.keys()].filter((start) => {
    const reached = new Set(uses.get(start))
    for (const folder of reached) for (const next of uses.get(folder) ?? []) reached.add(next)
    return reached.has(start)
  })
}

const layers = [
  ['src/main/', ['commands.ts', 'index.ts', 'till.ts']],
  ['src/renderer/', ['start.ts', 'window.d.ts']],
] as const

describe.each(layers)('the folders of %s', (layer, loose) => {
  const files = programFiles(/\.tsx?$/).filter(({ name }) => name.startsWith(layer))
  const uses = usesIn(layer, files)

  it('are many, each of them is used, and none is in a ring', () => {
    const used = new Set([...uses.values()].flatMap((each) => [...each]))
    const unused = [...uses.keys()].filter((folder) => folder !== '' && !used.has(folder))
    expect([uses.size > 10, unused, inRings(uses)]).toEqual([true, [], []])
  })

  it('hold everything but the first files', () => {
    const outside = files.map(({ name }) => name.slice(layer.length)).filter((name) => !name.includes('/'))
    expect(outside.sort()).toEqual(loose)
  })
})

/** Each folder stands on those before it, '' being what lies in the layer's root. What decides about money stands on little. */
const orders: readonly (readonly [string, readonly string[]])[] = [
  [
    'src/main/',
    'system service vault people journal refund copies settings lookup lists profile window ipc'.split(' '),
  ],
  ['src/shared/', ['base', 'payment', 'people', 'attempt', '', 'refund', 'lookup', 'contract']],
]

it.each(orders)('the folders of %s import one way', (layer, order) => {
  const uses = usesIn(
    layer,
    programFiles(/\.ts$/).filter(({ name }) => name.startsWith(layer)),
  )
  const place = (folder: string) => order.indexOf(folder)
  const upward = [...uses].flatMap(([folder, used]) =>
    place(folder) < 0
      ? []
      : [...used].filter((other) => place(other) >= place(folder)).map((other) => `${folder} → ${other}`),
  )
  const folders = [...uses.keys()].filter((folder) => folder !== '').sort()
  expect([folders, upward]).toEqual([order.filter((folder) => folder !== '').sort(), []])
})

it('the words of the window use nothing else of it', () => {
  const words = usesIn('src/renderer/', programFiles(/^src\/renderer\/.*\.tsx?$/)).get('words')
  expect(words).toEqual(new Set())
})

it('a ring of several folders would be noticed, though it hangs on a type and on what is fetched late', () => {
  const uses = usesIn('a/', [
    { name: 'a/till/till.ts', code: "import type { Paper } from '../paper/paper'\nimport '../../b/b'\n" },
    { name: 'a/paper/paper.tsx', code: "const sheet = () => import('../ink/ink')\n" },
    { name: 'a/ink/ink.ts', code: "import {\n  till,\n} from '../till/till'\n" },
    { name: 'a/pen/pen.ts', code: "import { ink } from '../ink/ink'\n" },
  ])
  expect([inRings(uses), uses.get('till')]).toEqual([['till', 'paper', 'ink'], new Set(['paper'])])
})
