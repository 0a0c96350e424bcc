// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { inProject } from '../../scripts/setup/project.mjs'

/**
 * The tally of all histories ever run, in docs/proof-tally.md: one row for each run, and their sum.
 * @typedef {{ commit: string, firstSeed: number, seeds: number, histories: number, posts: number, violations: number, milliseconds: number }} Run
 */

const file = () => inProject('docs', 'proof-tally.md')
const rowShape = /^\| `([^`]+)` \| (\d+)–(\d+) \| ([\d,]+) \| ([\d,]+) \| (\d+) \| ([\d.]+) ms \|$/

const head = `# The proof's tally

Histories of the refund protocol that were run, by commit and seeds (500 histories each). \`npm run prove -- --histories=N
--seed=S --tally\` adds a row; what it found is said in its output, and mended before the next row.

| commit | seeds | histories | refunds sent | violations | per history |
|---|---|---|---|---|---|
`

/**
 * Adds one run to a tally's text. Rows keep their order; the last line is their sum.
 * @param {string | null} before null for the first
 * @param {Run} run
 * @returns {string}
 */
export function addRun(before, run) {
  const rows = (before ?? '').split('\n').filter((line) => rowShape.test(line))
  const all = [...rows, rowOf(run)]
  const sum = all.map(readRow).reduce((one, other) => ({
    histories: one.histories + other.histories,
    posts: one.posts + other.posts,
    violations: one.violations + other.violations,
  }))
  const said = (/** @type {number} */ number) => number.toLocaleString('en')
  return `${head}${all.join('\n')}\n\nIn all: ${said(sum.histories)} histories, ${said(sum.posts)} refunds sent, ${sum.violations} violations.\n`
}

/** @param {Run} run */
function rowOf({ commit, firstSeed, seeds, histories, posts, violations, milliseconds }) {
  const each = (milliseconds / Math.max(1, histories)).toFixed(1)
  const said = (/** @type {number} */ number) => number.toLocaleString('en')
  return `| \`${commit}\` | ${firstSeed}–${firstSeed + Math.max(1, seeds) - 1} | ${said(histories)} | ${said(posts)} | ${violations} | ${each} ms |`
}

/** @param {string} row */
function readRow(row) {
  const [, , , , histories = '0', posts = '0', violations = '0'] = rowShape.exec(row) ?? []
  const number = (/** @type {string} */ text) => Number(text.replaceAll(',', ''))
  return { histories: number(histories), posts: number(posts), violations: number(violations) }
}

/** @param {Run} run */
export function writeTally(run) {
  let before = null
  try {
    before = readFileSync(file(), 'utf8')
  } catch {
    // The first run begins the tally.
  }
  writeFileSync(file(), addRun(before, run))
}
