// @ts-check
import { say } from '../../scripts/setup/project.mjs'

/**
 * A list of claims, each shown as it is checked, and counted the way a test stage counts.
 * @returns {{ claim: (holds: boolean, sentence: string) => void, findings: () => { passed: number, failed: number, failures: string[] } }}
 */
export function makeClaims() {
  let passed = 0
  /** @type {string[]} */
  const failures = []
  return {
    claim(holds, sentence) {
      if (holds) passed += 1
      else failures.push(sentence)
      say(`${holds ? 'ok  ' : 'FAIL'} ${sentence}`)
    },
    findings: () => ({ passed, failed: failures.length, failures }),
  }
}
