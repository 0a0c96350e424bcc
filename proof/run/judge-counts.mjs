// @ts-check
import { say } from '../../scripts/setup/project.mjs'
import { makeClaims } from './claims.mjs'

/**
 * The claims that every part of the proof on the wire makes. One that ran less than it was asked to has shown
 * nothing, whatever it counted.
 * @param {Record<string, any>} counts
 * @param {{ what: string, ran: boolean }} part what was counted, in words, and whether all of it was run
 * @returns {import('../../scripts/testing/stages').Findings}
 */
export function judgeCounts(counts, { what, ran }) {
  const { claim, findings } = makeClaims()
  const first = counts.violations.length === 0 ? '' : `: ${counts.violations[0]}`
  claim(
    ran && counts.violations.length === 0,
    `${what}: ${counts.violations.length} violations${ran ? '' : ', but not all of it was run'}${first}`,
  )
  for (const sentence of counts.violations.slice(0, 20)) say(`     ${sentence}`)
  claim(
    counts.posts > 0 && counts.postsBeyondOne === 0,
    `${counts.posts} refunds sent, ${counts.postsBeyondOne} beyond one per marker`,
  )
  claim(
    counts.undecidedWithoutState === 0,
    `${counts.undecidedWithoutState} attempts left without a state; they ended as ${JSON.stringify(counts.states)}`,
  )
  return findings()
}
