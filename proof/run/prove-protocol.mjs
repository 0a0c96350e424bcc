// @ts-check
import { say } from '../../scripts/setup/project.mjs'
import { makeClaims } from './claims.mjs'
import { batchArguments, buildHistories, runManyHistories } from './run-histories.mjs'
import { listMutants, runMutants } from './run-mutants.mjs'

/**
 * Runs seeded histories of two tills and two services, and says which of the protocol's promises held.
 * @param {{ histories: number, seed: number, seconds?: number | undefined }} options
 * @returns {Promise<import('../../scripts/testing/stages').Findings>}
 */
export async function proveHistories({ histories, seed, seconds }) {
  const { claim, findings } = makeClaims()
  const started = Date.now()
  const program = await buildHistories('histories')
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
  const found =
    violation === null ? '0 violations' : `${violation.violations[0]} (${argumentsOf(violation).join(' ')})`
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

/** @param {import('./run-histories.mjs').Violation} violation */
function sayViolation(violation) {
  for (const sentence of violation.violations) say(`     ${sentence}`)
  say(`     habits: ${JSON.stringify(violation.habits)}`)
  for (const words of violation.commands ?? []) say(`       ${words}`)
  const again = argumentsOf(violation).map((text) => `'${text}'`)
  say(`     once more: node out/prove/histories/histories-cli.cjs ${again.join(' ')}`)
}

/**
 * What leads to a violation again.
 * @param {import('./run-histories.mjs').Violation} violation
 */
function argumentsOf({ seed, path, replay }) {
  return batchArguments({
    histories: 1,
    seed,
    ...(path === undefined ? {} : { path }),
    ...(replay === undefined ? {} : { replay }),
  })
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
 * @param {{ only?: string | undefined, keep?: boolean, most: number }} options see `runMutants`
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
export async function sayMutants() {
  const mutants = await listMutants()
  const rules = [...new Set(mutants.map(({ rule }) => rule))].sort((one, other) => one - other)
  for (const rule of rules) {
    say(`Rule ${rule}:`)
    for (const { name, unseen } of mutants.filter((mutant) => mutant.rule === rule))
      say(`  ${name}${unseen === undefined ? '' : ` (${unseen.seenBy}: ${unseen.why})`}`)
  }
}
