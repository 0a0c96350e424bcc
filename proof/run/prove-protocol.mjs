// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, say } from '../../scripts/setup/project.mjs'
import { mutants } from '../mutants/all-mutants'
import { makeClaims } from './claims.mjs'
import { buildHistories, replayHistories, runManyHistories } from './run-histories.mjs'
import { runMutants } from './run-mutants.mjs'

/**
 * Runs seeded histories of two tills and two services, and says which of the protocol's promises held.
 * @param {{ histories: number, seed: number, seconds?: number | undefined }} options
 * @returns {Promise<import('../../scripts/testing/stages').Findings>}
 */
export async function proveHistories({ histories, seed, seconds }) {
  const { claim, findings } = makeClaims()
  const program = await buildHistories('histories')
  await proveCorpus(program, claim)
  const started = Date.now()
  const { counts, milliseconds, violation, seeds } = await runManyHistories(program, {
    histories,
    seed,
    seconds,
    told: (done) => {
      const passed = Math.round((Date.now() - started) / 1000)
      if (process.stdout.isTTY) process.stdout.write(`\r${done} histories, ${passed} s `)
    },
  })
  if (process.stdout.isTTY) process.stdout.write('\n')
  const run = counts.histories ?? 0
  const enough = seconds === undefined ? run === histories : run > 0
  const each = (milliseconds / Math.max(1, run)).toFixed(1)
  const found = violation === null ? '0 violations' : violation.violations[0]
  claim(
    violation === null && enough,
    `${run} histories (seeds ${seed}–${seed + seeds - 1}, ${each} ms each): ${found}`,
  )
  if (violation !== null) sayViolation(violation)
  claim(
    (counts.posts ?? 0) > 0 && (counts.sentBeyondOne ?? 0) === 0,
    `${counts.posts ?? 0} refunds sent, ${counts.sentBeyondOne ?? 0} beyond one per marker`,
  )
  sayCounts(counts)
  return findings()
}

/**
 * Runs what once broke a promise (proof/corpus), as it was then.
 * @param {string} program
 * @param {(held: boolean, what: string) => void} claim
 */
async function proveCorpus(program, claim) {
  const folder = inProject('proof', 'corpus')
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const kept = names.map((name) => ({ history: JSON.parse(readFileSync(join(folder, name), 'utf8')) }))
  const outcomes = await replayHistories(program, kept)
  for (const [at, name] of names.entries()) {
    const outcome = outcomes[at]
    const [found = null] = outcome ? (outcome.violation?.violations ?? []) : ['it ended the program']
    claim(found === null, `${name}: ${found ?? 'does not break any more'}`)
  }
}

/** @param {import('./run-histories.mjs').Violation} violation */
function sayViolation({ violations, history }) {
  for (const sentence of violations) say(`     ${sentence}`)
  say('     once more, from a file: node out/prove/histories/histories-cli.cjs --kept=FILE')
  say(JSON.stringify(history))
}

/**
 * Every count of the run, in columns: what never happened has not been proved.
 * @param {Record<string, number>} counts
 */
function sayCounts(counts) {
  const said = Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1))
  say(`     ${said.map(([what, times]) => `${what}: ${times}`).join(' · ')}`)
}

/**
 * Lets the harness look for each seeded mistake in the protocol.
 * @param {{ only?: string | undefined, one?: import('./run-mutants.mjs').Part, keep?: boolean, most: number }} options see `runMutants`
 * @returns {Promise<import('../../scripts/testing/stages').Findings>}
 */
export async function proveMutants(options) {
  const { claim, findings } = makeClaims()
  const results = await runMutants(({ name, caught, by, histories }) => {
    const how = histories === 0 ? 'caught by the test' : `caught after ${histories} histories:`
    claim(caught, `mutant «${name}»: ${caught ? how : 'NOT caught,'} ${by}`)
  }, options)
  say(`     ${results.filter(({ caught }) => caught).length} of ${results.length} mutants caught`)
  return findings()
}

/** Lists the seeded mistakes by the rule that they break. */
export function sayMutants() {
  const rules = [...new Set(mutants.map(({ rule }) => rule))].sort((one, other) => one - other)
  for (const rule of rules) {
    say(`Rule ${rule}:`)
    for (const { name, unseen } of mutants.filter((mutant) => mutant.rule === rule))
      say(`  ${name}${unseen === undefined ? '' : ` (${unseen.seenBy}: ${unseen.why})`}`)
  }
}
