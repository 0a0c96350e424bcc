// @ts-check
import { say } from '../setup/project.mjs'
import { makeClaims } from './claims.mjs'
import { buildHistories, runManyHistories } from './run-histories.mjs'
import { runMutants } from './run-mutants.mjs'

/**
 * Runs seeded histories of two tills and one service, and says which of the protocol's promises held.
 * @param {{ histories: number, seed: number }} options
 * @returns {Promise<import('../testing/stages.mjs').Findings>}
 */
export async function proveHistories({ histories, seed }) {
  const { claim, findings } = makeClaims()
  const started = Date.now()
  const program = await buildHistories('histories')
  const { totals, violation } = await runManyHistories(program, {
    histories,
    seed,
    told: (done) => {
      const seconds = Math.round((Date.now() - started) / 1000)
      if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${histories} histories, ${seconds} s `)
    },
  })
  if (process.stdout.isTTY) process.stdout.write('\n')
  claim(
    violation === null && totals.histories === histories,
    `${totals.histories} histories (seed ${seed}): ${totals.violations} invariant violations`,
  )
  if (violation !== null) say(JSON.stringify(violation, null, 1))
  claim(
    totals.postsBeyondOne === 0,
    `${totals.posts} refunds sent, ${totals.postsBeyondOne} beyond one per marker`,
  )
  const stuck = ['intended', 'sending', 'refusal_seen'].reduce(
    (sum, name) => sum + (totals.states?.[name] ?? 0),
    0,
  )
  claim(stuck === 0, `${stuck} attempts left without a state; they ended as ${JSON.stringify(totals.states)}`)
  say(`     ${totals.crashes} power cuts, ${totals.damages} journals damaged and begun anew`)
  say(`     sent beside another till’s undecided attempt (not ours to prevent): ${totals.overlapsOfTwoTills}`)
  say(`     refusals that the service did not keep to (assumption A1 broken): ${totals.brokenRefusals}`)
  say(`     delivered twice on the way: ${totals.proxyDoubles}, noticed: ${totals.proxyDoublesAlarmed}`)
  return findings()
}

/**
 * Lets the harness look for each seeded mistake in the protocol.
 * @returns {Promise<import('../testing/stages.mjs').Findings>}
 */
export async function proveMutants() {
  const { claim, findings } = makeClaims()
  const results = await runMutants(({ name, caught, by, histories }) => {
    claim(caught, `mutant «${name}»: ${caught ? `caught after ${histories} histories: ${by}` : 'NOT caught'}`)
  })
  say(`     ${results.filter(({ caught }) => caught).length} of ${results.length} mutants caught`)
  return findings()
}
