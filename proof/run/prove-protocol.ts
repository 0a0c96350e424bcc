import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf } from '../../scripts/session/children'
import { inProject, projectFolder, say, tool } from '../../scripts/setup/project.mjs'
import type { Findings } from '../../scripts/testing/stages'
import { mutants } from '../mutants/all-mutants'
import { makeClaims } from './claims'
import {
  buildHistories,
  type Histories,
  replayHistories,
  runManyHistories,
  type Violation,
} from './run-histories'
import { type MutantsAsked, runMutants } from './run-mutants'

/** Runs seeded histories of two tills and two services, and says which of the protocol's promises held. */
export async function proveHistories(options: Histories): Promise<Findings> {
  const { histories, seed, seconds } = options
  const { claim, findings } = makeClaims()
  const program = await buildHistories('histories')
  await proveCorpus(program, claim)
  const started = Date.now()
  const { counts, milliseconds, violation, seeds } = await runManyHistories(program, {
    ...options,
    told(done) {
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
  const { posts = 0, sentBeyondOne = 0 } = counts
  claim(posts > 0 && sentBeyondOne === 0, `${posts} refunds sent, ${sentBeyondOne} beyond one per marker`)
  // What never happened has not been proved.
  const said = Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1))
  say(`     ${said.map(([what, times]) => `${what}: ${times}`).join(' · ')}`)
  return findings()
}

/** Runs what once broke a promise (proof/corpus), as it was then. */
async function proveCorpus(program: string, claim: (held: boolean, what: string) => void): Promise<void> {
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

function sayViolation({ violations, history }: Violation): void {
  for (const sentence of violations) say(`     ${sentence}`)
  say('     once more, from a file: node out/prove/histories/histories-cli.cjs --kept=FILE')
  say(JSON.stringify(history))
}

/** Lets the harness look for each seeded mistake in the protocol. */
export async function proveMutants(asked: MutantsAsked): Promise<Findings> {
  const { claim, findings } = makeClaims()
  await runMutants(({ name, caught, by, histories }) => {
    const how = histories === 0 ? 'caught by the test' : `caught after ${histories} histories:`
    claim(caught, `mutant «${name}»: ${caught ? how : 'NOT caught,'} ${by}`)
  }, asked)
  const found = findings()
  say(`     ${found.passed} of ${found.passed + found.failures.length} mutants caught`)
  return found
}

/** Lists the seeded mistakes by the rule that they break. */
export function sayMutants(): void {
  const rules = [...new Set(mutants.map(({ rule }) => rule))].sort((one, other) => one - other)
  for (const rule of rules) {
    say(`Rule ${rule}:`)
    for (const { name, unseen } of mutants.filter((mutant) => mutant.rule === rule))
      say(`  ${name}${unseen === undefined ? '' : ` (${unseen.seenBy}: ${unseen.why})`}`)
  }
}

/** Of every hundred small mistakes so many are noticed at least: the others change nothing that anybody could see. */
const minNoticed = 90

/** What Stryker reports, as far as it is read here. */
type StrykerReport = {
  readonly files: Readonly<Record<string, { readonly mutants: readonly SmallMistake[] }>>
}
type SmallMistake = {
  readonly status: string
  readonly location: { readonly start: { readonly line: number } }
  readonly replacement: string
}

/**
 * Makes every small mistake in the rules, the protocol and the record, one at a time (proof/mutants/generic.json), and
 * says which the unit tests do not notice: the list of work.
 */
export async function proveGenericMutants(): Promise<Findings> {
  const { claim, findings } = makeClaims()
  const report = inProject('out', 'generic-mutants.json')
  rmSync(report, { force: true })
  const [program, script] = tool('@stryker-mutator/core')
  await outputOf(program, [script, 'run', 'proof/mutants/generic.json'], { cwd: projectFolder })
  const { files }: StrykerReport = JSON.parse(readFileSync(report, 'utf8'))
  const tried = Object.entries(files).flatMap(([file, each]) =>
    each.mutants.filter(({ status }) => status !== 'Ignored').map((mutant) => ({ file, ...mutant })),
  )
  const survivors = tried.filter(({ status }) => status !== 'Killed' && status !== 'Timeout')
  for (const { file, location, replacement } of survivors)
    say(`     not noticed: ${file}:${location.start.line}: ${replacement}`)
  const noticed = tried.length - survivors.length
  const enough = tried.length > 0 && noticed * 100 >= tried.length * minNoticed
  claim(enough, `${noticed} of ${tried.length} small mistakes noticed`)
  return findings()
}
