// @ts-check
import { readFileSync, rmSync } from 'node:fs'
import { inProject, say } from '../../scripts/setup/project.mjs'
import { checkWith } from '../../scripts/testing/runners'
import { makeClaims } from './claims.mjs'

/** Of every hundred mistakes so many are noticed at least: the others change nothing that anybody could see. */
const asked = 90

/**
 * Makes every small mistake in the rules, the protocol and the record, one at a time (proof/mutants/generic.json), and
 * says which the unit tests do not notice: the list of work.
 * @returns {Promise<import('../../scripts/testing/stages').Findings>}
 */
export async function proveGenericMutants() {
  const { claim, findings } = makeClaims()
  const report = inProject('out', 'generic-mutants.json')
  rmSync(report, { force: true })
  await checkWith('@stryker-mutator/core', 'run', 'proof/mutants/generic.json')
  /** @type {{ files: Record<string, { mutants: { status: string, location: { start: { line: number } }, replacement: string }[] }> }} */
  const { files } = JSON.parse(readFileSync(report, 'utf8'))
  const tried = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ status, location, replacement }) => ({
        caught: status === 'Killed' || status === 'Timeout',
        words: `${file}:${location.start.line}: ${replacement}`,
      })),
  )
  const survivors = tried.filter(({ caught }) => !caught)
  for (const { words } of survivors) say(`     not noticed: ${words}`)
  const caught = tried.length - survivors.length
  claim(
    tried.length > 0 && caught * 100 >= tried.length * asked,
    `${caught} of ${tried.length} small mistakes noticed`,
  )
  return findings()
}
