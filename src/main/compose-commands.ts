/** The part of compose.ts that puts together what the command line asks for without a window. */
import { networkRules } from './compose-network'
import { openUnderPolicy } from './compose-profile'
import { readExportSigner } from './journal/export/export-keys'
import type { JournalKeys } from './journal/journal-keys'
import { makeAcceptsToken, makeAskService } from './payments/accepts-token'
import { addressName } from './payments/address-name'
import type { LendCredentials } from './payments/credentials'
import { makeHttpPaymentService } from './payments/http-payment-service'
import type { FoundPolicy } from './policy/policy-file'
import { readPolicy } from './policy/read-policy'
import { journalKeysOf } from './profile/profile'
import type { ProvisionDeps } from './profile/provision'
import { systemClock } from './scheduling/clock'

/** What `--provision` needs: the real profile, without a window. */
export async function composeProvisioning(userData: string, found: FoundPolicy): Promise<ProvisionDeps> {
  const policy = readPolicy(found)
  const log = (message: string) => process.stderr.write(`${message}\n`)
  const profile = await openUnderPolicy('service', userData, policy, log)
  const calls = { nameOf: addressName, monotonic: systemClock.monotonic, log, ...networkRules(policy) }
  const serviceWith = (credentials: LendCredentials) => makeHttpPaymentService({ credentials, ...calls })
  const acceptsToken = makeAcceptsToken(serviceWith, async () => null)
  const askService = makeAskService(serviceWith)
  const signedBy = async () =>
    (await readExportSigner(profile.vault, { createIfMissing: true }))?.publicKey ?? ''
  return {
    ...profile,
    input: process.stdin,
    acceptsToken,
    askService,
    signedBy,
    policyProblem: policy.problem,
  }
}

/** What `--verify-journal` needs: the keys of this till's journals and of its practice till's. */
export function composeVerification(userData: string): readonly JournalKeys[] {
  return (['service', 'practice'] as const).map((mode) => journalKeysOf(mode, userData))
}
