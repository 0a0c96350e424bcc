import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { inProject } from '../setup/project.mjs'

const windowScript = /"\.\/(first-view-[\w-]+\.js)"/
const staticImport = /(?:^|[;\n])import(?:[\w*{}\s,$]+from)?\s*"\.\/([^"]+\.js)"/g

const readAsset = (script: string): string =>
  readFileSync(inProject('out', 'renderer', 'assets', script), 'utf8')

/** The compressed sizes of these scripts and of every other that one of them needs at once. */
function sizesOf(scripts: readonly string[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  const waiting = [...scripts]
  for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
    if (sizes.has(script)) continue
    const text = readAsset(script)
    sizes.set(script, gzipSync(text).length)
    waiting.push(...[...text.matchAll(staticImport)].map((match) => match[1] ?? ''))
  }
  return sizes
}

function sumOf(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

/**
 * What the page loads before all of the counter stands: its own script, and the window's that this one fetches by
 * itself. Compressed by gzip; `words` say it to people.
 */
export function firstScriptSize(): { bytes: number; words: string } {
  const page = readFileSync(inProject('out', 'renderer', 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\.?\/?assets\/([^"]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  )
  const window = scripts.map((script) => windowScript.exec(readAsset(script))?.[1]).find(Boolean)
  if (window === undefined) throw new Error('No script opens the window: see src/renderer/start.ts')
  const pageBytes = sumOf(sizesOf(scripts))
  const bytes = sumOf(sizesOf([...scripts, window]))
  const kilobytes = (size: number) => `${(size / 1000).toFixed(1)} kB`
  const words = `renderer's first scripts: ${kilobytes(bytes)} gzip, ${kilobytes(pageBytes)} of them before scans are heard`
  return { bytes, words }
}
