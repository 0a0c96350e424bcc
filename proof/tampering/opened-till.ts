/**
 * One start of a till for the attacks on its files and keychain: everything that decides about money and about who may do
 * what, put together as src/main/till.ts does it, without a window. Real files, a real line to a real service.
 */

import { makeSavedCopies } from '../../src/main/copies/saved-copies'
import { answerAllowed, type Handlers, makeMayCall } from '../../src/main/ipc/answer'
import { peopleHandlers } from '../../src/main/ipc/people'
import { refundHandlers } from '../../src/main/ipc/refund'
import { settingsHandlers } from '../../src/main/ipc/settings'
import { fakeParts } from '../../src/main/ipc/testing/fake-parts'
import { makeJournalKeys } from '../../src/main/journal/journal-keys'
import { wasUsed } from '../../src/main/journal/open-record'
import { makeRights } from '../../src/main/people/rights'
import { openParts } from '../../src/main/profile/profile'
import { addressName } from '../../src/main/service/address'
import { makeHttpRefundSender } from '../../src/main/service/refund'
import { makeAcceptsToken } from '../../src/main/service/service'
import { makeHttpPaymentService } from '../../src/main/service/show'
import { openSecretsState } from '../../src/main/settings/secrets'
import type { FakeClock } from '../../src/main/system/testing/fake-clock'
import { type Keychain, vaultName } from '../../src/main/vault/keychain'
import type { Result } from '../../src/shared/base/result'
import { contract, type Input, type ParsedInput } from '../../src/shared/contract/contract'
import type { Fault } from '../../src/shared/fault'
import { anAppState } from '../../src/shared/testing/app-state-sample'
import { openWireRefunds } from '../wire/wire-refunds'

/** What names the till's entries in the keychain, wherever its folder is copied to. */
export const tillName = '/till'

export type TillGround = {
  readonly folder: string
  readonly keychain: Keychain
  readonly clock: FakeClock
}

/** A guess at the PIN costs a megabyte here: what it costs is not the subject. */
const cheapPin = 10

/** What program and provisioning have of a profile (src/main/profile/profile.ts). */
export function openTillParts({ folder, keychain, clock }: TillGround) {
  const parts = openParts({
    folder,
    keychain,
    entriesPath: tillName,
    warn: () => undefined,
    pin: { power: cheapPin, now: clock.now, monotonic: clock.monotonic },
  })
  return { folder, keychain, ...parts }
}

/** The manager that there is, by the id; '' where nobody is. */
export async function idOfManager({
  people,
}: Pick<ReturnType<typeof openTillParts>, 'people'>): Promise<string> {
  const found = await people.view()
  return found.ok ? (found.value.people.find(({ role }) => role === 'manager')?.id ?? '') : ''
}

export type OpenedTill = Awaited<ReturnType<typeof openTill>>

/** Starts the program; resolves when the journal was opened or refused. */
export async function openTill(ground: TillGround) {
  const { folder, keychain, clock } = ground
  const parts = openTillParts(ground)
  const { vault, settings } = parts
  const log = () => undefined
  const retention = settings.read()
  const copies = makeSavedCopies({ ...parts, folder, clock, retention, log })
  const secrets = await openSecretsState({ ...parts, after: clock.after })
  const calls = {
    nameOf: addressName,
    monotonic: clock.monotonic,
    credentials: vault.withCredentials,
    originOf: copies.originOf,
    log,
  }
  const payments = makeHttpPaymentService(calls)
  const refunds = await openWireRefunds({
    ...{ folder, keychain, payments, clock },
    sender: makeHttpRefundSender(calls),
    address: () => secrets.read().address,
    deviceId: () => secrets.read().deviceId,
    parts: {
      ...parts,
      credentials: vault,
      keys: makeJournalKeys(keychain, vaultName('journal', tillName)),
    },
  })
  /** Asks the service at an address whether it accepts a token. */
  const acceptsToken = makeAcceptsToken(
    (credentials) => makeHttpPaymentService({ ...calls, credentials, originOf: undefined }),
    async () => null,
  )
  const rights = makeRights({
    ...parts,
    acceptsToken,
    showsPayment: async () => false,
    wasUsed: () => wasUsed(folder),
    clock,
  })
  const signIn = { current: () => null, use: () => undefined }
  const mayCall = makeMayCall({ ...parts, secrets, rights, signIn, acceptsToken })
  const all = fakeParts({
    ...parts,
    rights,
    signIn,
    secrets,
    refundService: refunds,
    acceptsToken,
    askService: async () => ({ said: 'reached' }) as const,
    copies,
    mode: 'service' as const,
    actor: () => null,
    note: log,
    copySearch: { drop: () => true },
    recent: { changed: () => undefined },
    lists: { lookAgain: () => undefined },
    readAppState: () => anAppState(),
    shownLookups: { shownFor: () => null },
  })
  const handlers = { ...settingsHandlers(all), ...refundHandlers(all), ...peopleHandlers(all) }
  type Name = keyof typeof handlers

  /** What the window would be answered: who may is asked first, as in src/main/ipc/answer.ts. */
  async function call<N extends Name>(channel: N, input: Input<N>): Promise<Result<unknown, Fault>> {
    // Only the channels that these handlers answer have a name here.
    const parsed = contract[channel].input.parse(input) as ParsedInput<N>
    return answerAllowed({ handlers: handlers as unknown as Handlers, mayCall }, channel, parsed)
  }

  return {
    ...parts,
    refunds,
    payments,
    copies,
    call,
    async close() {
      rights.end()
      secrets.close()
      await refunds.close()
      await copies.close()
    },
  }
}
