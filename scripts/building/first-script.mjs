// @ts-check
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { inProject } from '../setup/project.mjs'

/** What the page may load before it can be used, compressed. */
const budgetBytes = 120_000

/**
 * What the page loads before its first paint: its own script and every script that one needs at once.
 * @returns {{ bytes: number, withinBudget: boolean }}
 */
export function firstScriptSize() {
  const page = readFileSync(inProject('out', 'renderer', 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const bytes = scripts
    .map((script) => gzipSync(readFileSync(inProject('out', 'renderer', script))).length)
    .reduce((sum, size) => sum + size, 0)
  return { bytes, withinBudget: bytes > 0 && bytes <= budgetBytes }
}

/** The size in one line for people. */
export function describeFirstScript() {
  const { bytes, withinBudget } = firstScriptSize()
  const verdict = withinBudget ? 'within' : 'OVER'
  return `renderer's first script: ${(bytes / 1000).toFixed(1)} kB gzip, ${verdict} the budget of ${budgetBytes / 1000} kB`
}
