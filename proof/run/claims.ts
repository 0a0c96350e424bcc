import { say } from '../../scripts/setup/project.mjs'
import type { Findings } from '../../scripts/testing/stages'

/** A list of claims, each shown as it is checked, and counted the way a test stage counts. */
export function makeClaims() {
  let passed = 0
  const failures: string[] = []
  return {
    claim(holds: boolean, sentence: string): void {
      if (holds) passed += 1
      else failures.push(sentence)
      say(`${holds ? 'ok  ' : 'FAIL'} ${sentence}`)
    },
    findings: (): Findings => ({ passed, failures }),
  }
}

/** What every part of the proof on the wire counts. */
export type WireCounts = {
  readonly posts: number
  /** Refunds that arrived beyond one per marker. */
  readonly postsBeyondOne: number
  /** One sentence each; none when all is well. */
  readonly violations: readonly string[]
  readonly undecidedWithoutState: number
  /** How many attempts ended in which state. */
  readonly states: Readonly<Record<string, number>>
}

/**
 * The claims that every part of the proof on the wire makes. One that ran less than it was asked to has shown
 * nothing, whatever it counted.
 * @param what was counted, in words
 * @param ran whether all of it was run
 */
export function judgeCounts(counts: WireCounts, what: string, ran: boolean): Findings {
  const { claim, findings } = makeClaims()
  const { violations, posts, postsBeyondOne, undecidedWithoutState, states } = counts
  const first = violations.length === 0 ? '' : `: ${violations[0]}`
  claim(
    ran && violations.length === 0,
    `${what}: ${violations.length} violations${ran ? '' : ', but not all of it was run'}${first}`,
  )
  for (const sentence of violations.slice(0, 20)) say(`     ${sentence}`)
  claim(posts > 0 && postsBeyondOne === 0, `${posts} refunds sent, ${postsBeyondOne} beyond one per marker`)
  claim(
    undecidedWithoutState === 0,
    `${undecidedWithoutState} attempts left without a state; they ended as ${JSON.stringify(states)}`,
  )
  return findings()
}
