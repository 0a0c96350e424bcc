import path from 'node:path'
import { type FoundPolicy, findPolicyFile } from './policy-file'

/**
 * Finds the administrator's policy on this PC.
 * @param named another file, for tests (command-line.ts); it must belong to whoever runs them.
 */
export async function findPolicy(named: string | undefined): Promise<FoundPolicy> {
  if (named !== undefined)
    return findPolicyFile({ file: path.resolve(named), owner: process.getuid?.() ?? 0 })
  if (process.platform === 'linux') return findPolicyFile({ file: '/etc/tillside/policy.json', owner: 0 })
  if (process.platform === 'win32') {
    const [{ findRegistryPolicy }, { runProgram }] = await Promise.all([
      import('./registry-policy'),
      import('./run-program'),
    ])
    return findRegistryPolicy(runProgram, process.env.SystemRoot)
  }
  if (process.platform === 'darwin') {
    const [{ findManagedPreferences }, { runProgram }] = await Promise.all([
      import('./managed-preferences'),
      import('./run-program'),
    ])
    return findManagedPreferences(runProgram)
  }
  return { kind: 'absent' }
}
