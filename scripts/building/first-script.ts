import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { inProject } from '../setup/project.mjs'

/** What the page may load before it can be used, compressed. */
const budgetBytes = 120_000

/** The first script fetches all of the window by itself, so that counts too. */
const windowScript = /"\.\/(open-window-[\w-]+\.js)"/
const staticImport = /(?:^|[;\n])import(?:[\w*{}\s,$]+from)?\s*"\.\/([^"]+\.js)"/g

/**
 * What the page loads before all of the counter stands: its own script, the window's, and every script that
 * one of these needs at once. Compressed by gzip; `words` say it to people.
 */
export function firstScriptSize(): { bytes: number; withinBudget: boolean; words: string } {
  const page = readFileSync(inProject('out', 'renderer', 'index.html'), 'utf8')
  const waiting = [...page.matchAll(/(?:src|href)="\.?\/?assets\/([^"]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  )
  const sizes = new Map<string, number>()
  for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
    if (sizes.has(script)) continue
    const text = readFileSync(inProject('out', 'renderer', 'assets', script), 'utf8')
    sizes.set(script, gzipSync(text).length)
    waiting.push(...[...text.matchAll(staticImport)].map((match) => match[1] ?? ''))
    const opened = windowScript.exec(text)?.[1]
    if (opened !== undefined) waiting.push(opened)
  }
  if (![...sizes.keys()].some((name) => name.startsWith('open-window-')))
    throw new Error('No script opens the window: see src/renderer/start.ts')
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const withinBudget = bytes > 0 && bytes <= budgetBytes
  const words = `renderer's first scripts: ${(bytes / 1000).toFixed(1)} kB gzip, ${withinBudget ? 'within' : 'OVER'} the budget of ${budgetBytes / 1000} kB`
  return { bytes, withinBudget, words }
}
