import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What the folders of one layer of the source use of each other. */
export type LayerFolders = {
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
export function readLayer(layer: string): LayerFolders {
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
