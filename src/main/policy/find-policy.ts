import path from 'node:path'
import { idsAreOfThisPc } from '../files/user-ids'
import { takesDebugger } from '../system/build'
import { type FoundPolicy, findPolicyFile, type PolicyPlace } from './policy-file'

/**
 * Finds the administrator's policy on this PC.
 * @param named another file, for tests (command-line.ts); it must belong to whoever runs them.
 */
export async function findPolicy(named: string | undefined): Promise<FoundPolicy> {
  if (named !== undefined)
    return findPolicyFile({ file: path.resolve(named), owner: process.getuid?.() ?? 0 })
  if (process.platform === 'linux') return findLinuxPolicy({ file: '/etc/tillside/policy.json', owner: 0 })
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

/**
 * Refuses a policy where nobody can tell that it is root's. None at all is as much in doubt there, since whoever makes a
 * namespace can put an empty folder before the real one; only what developers run goes on.
 */
export function findLinuxPolicy(
  place: PolicyPlace,
  idsAreReal = idsAreOfThisPc(),
  goesOnWithoutOne = takesDebugger(),
): FoundPolicy {
  const found = findPolicyFile(place)
  if (idsAreReal || (found.kind === 'absent' && goesOnWithoutOne)) return found
  const why = 'it is read in a user namespace, where an account’s own files may look like root’s'
  return { kind: 'refused', place: place.file, why }
}
