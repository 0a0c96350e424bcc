/** The commands without a window. */
import { app } from 'electron'
import { readExportSigner, readGivenKey } from './journal/export/export-keys'
import { findVerificationKey, verifyJournalFile } from './journal/export/verify-export'
import type { ProvisionCommand } from './profile/command-line'
import { lockNotMade, takeLock } from './profile/lock'
import { journalKeysOf, openUnderPolicy } from './profile/profile'
import { alreadyRunning, type ProvisionReport, provision, refuse, standardInput } from './profile/provision'
import type { LendCredentials } from './service/address'
import { makeAskService } from './service/service'
import { makeHttpPaymentService } from './service/show'
import { networkRules } from './settings/network-rules'
import { readPolicy } from './settings/policy'
import { findPolicy } from './settings/policy-places'
import { systemClock } from './system/clock'

export type Printed = { readonly words: string; readonly code: number }

/**
 * Sets the till up, and returns one line of JSON. Takes the single-instance lock, because a running program
 * and provisioning would undo each other's writes.
 */
export async function provisionHere(order: ProvisionCommand): Promise<Printed> {
  const print = (report: ProvisionReport) => ({
    words: `${JSON.stringify(report)}\n`,
    code: report.provisioned ? 0 : 1,
  })
  const lock = takeLock(app, { isAsked: false })
  if (lock !== 'taken') return print(lock === 'held' ? alreadyRunning : refuse(lockNotMade))
  const policy = readPolicy(await findPolicy(order.policyFile))
  const log = (message: string) => process.stderr.write(`${message}\n`)
  const profile = await openUnderPolicy('service', app.getPath('userData'), policy, log)
  const network = networkRules(policy)
  const serviceWith = (credentials: LendCredentials) =>
    makeHttpPaymentService({ credentials, log, ...network })
  const signedBy = async () =>
    (await readExportSigner(profile.vault, { createIfMissing: true }))?.publicKey ?? ''
  return print(
    await provision(order, {
      ...profile,
      input: standardInput(),
      after: systemClock.after,
      askService: makeAskService(serviceWith),
      signedBy,
      policyProblem: policy.problem,
    }),
  )
}

/** Checks an export. The till that made it, or its practice till, needs no given key. */
export async function verifyHere(file: string, publicKey: string | undefined): Promise<Printed> {
  const given = readGivenKey(publicKey)
  if (!given.ok) return { words: `${given.fault}\n`, code: 2 }
  const userData = app.getPath('userData')
  const own = (['service', 'practice'] as const).map((mode) => journalKeysOf(mode, userData))
  const key = given.value ?? (await findVerificationKey(file, own))
  const { words, code } = verifyJournalFile(file, key)
  return { words: `${words}\n`, code }
}
