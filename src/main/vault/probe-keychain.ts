import { randomBytes } from 'node:crypto'
import { fail, type Result, succeed } from '../../shared/result'
import type { Keychain, KeychainFault } from './keychain'

/**
 * Writes something under a name of its own and reads it back. A keychain whose unlock prompt was cancelled answers
 * *nothing there* for everything: only one that keeps a probe is believed (refund-protocol.md 11).
 */
export async function probeKeychain(keychain: Keychain, name: string): Promise<Result<null, KeychainFault>> {
  const probe = randomBytes(9).toString('base64')
  const written = await keychain.write(name, probe)
  if (!written.ok) return written
  const kept = await keychain.read(name)
  if (!kept.ok) return kept
  if (kept.value === probe) return succeed(null)
  return fail({ kind: 'keychain_unavailable', detail: 'The keychain does not keep what is written to it.' })
}
