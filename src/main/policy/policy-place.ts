import path from 'node:path'
import type { PolicyPlace } from './read-policy'

/** Only on Linux is there a place that no cashier can write to, and whose owner can be told from here. */
const usualPlace: PolicyPlace | null =
  process.platform === 'linux' ? { file: '/etc/tillside/policy.json', owner: 0 } : null

/**
 * Where the administrator's policy lies; null where this system has none.
 * @param named another file, for tests (command-line.ts); it must belong to whoever runs them.
 */
export function policyPlace(named: string | undefined): PolicyPlace | null {
  return named === undefined ? usualPlace : { file: path.resolve(named), owner: process.getuid?.() ?? 0 }
}
