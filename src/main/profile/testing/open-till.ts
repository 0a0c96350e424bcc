/** A till's profile opened by the program's own parts, but for a window, a real keychain and a real service. */
import { randomBytes } from 'node:crypto'
import type { fail } from '../../../shared/result'
import { openCacheFile } from '../../copies/cache-file'
import { viewerOf } from '../../copies/known-viewer'
import { openTransactionCache } from '../../copies/transaction-cache'
import { makeJournalKeys } from '../../journal/journal-keys'
import { profileJournals } from '../../journal/profile-journals'
import { leaveToNewer, withheldBy } from '../../refund/newer-data'
import { openRefundService } from '../../refund/open-refund-service'
import type { SendingDeps } from '../../refund/refund-deps'
import type { RefundService } from '../../refund/refund-service'
import { type FakePayments, makeFakePayments } from '../../refund/testing/fake-payments'
import type { FakeClock } from '../../scheduling/testing/fake-clock'
import { makeCopySearcher } from '../../search/copy-searcher'
import { makeSegmentRows } from '../../search/segment-rows'
import { type Keychain, vaultName } from '../../vault/keychain'
import { leaveNewerEntries } from '../../vault/newer-entries'
import { makeProfileLock } from '../../vault/profile-lock'
import { newerFiles } from '../newer-files'
import { knownDatabases, openParts } from '../profile'

/** Where the service is: what is stored beside the token. A story may change it as a person does. */
export type ServicePlace = { name: string; movedFrom: string }

type Deps = {
  readonly folder: string
  /** What the keychain entries are named by. */
  readonly entriesPath: string
  readonly keychain: Keychain
  readonly clock: FakeClock
  readonly service: ServicePlace
  /** Makes the marks of attempts; the operating system's source unless given. */
  readonly randomBytes?: SendingDeps['randomBytes']
}

/** What the fake service knows: payments that were refunded in one way or another, and the sixth was only seen. */
export const storyPayments = ['pay-1', 'pay-2', 'pay-3', 'pay-4', 'pay-5', 'pay-6', 'pay-7'] as const

export async function openTill(deps: Deps) {
  const { folder, entriesPath, clock, service } = deps
  const warnings: string[] = []
  const warn = (line: string) => void warnings.push(line)
  const files = newerFiles(folder, knownDatabases)
  const entries = leaveNewerEntries(deps.keychain, warn)
  const newerData = () => [...files, ...entries.newer()]
  const { keychain } = entries
  const lock = makeProfileLock({ folder })
  // The cheapest hash: what it costs is another test's matter.
  const parts = openParts({ folder, keychain, entriesPath, lock, warn, pin: { power: 12, now: clock.now } })
  const standing = await parts.settings.check()
  const payments = makePayments(clock, service)
  const keys = makeJournalKeys(keychain, vaultName('journal', entriesPath))
  const journalDeps = { ...parts, folder, keys, credentials: parts.vault, now: clock.now, log: warn }
  const journals = leaveToNewer(profileJournals(journalDeps), newerData)
  const refunds = await openRefundService({
    ...refundDeps(payments, clock, service),
    journals,
    keys,
    randomBytes: deps.randomBytes ?? randomBytes,
    deviceId: () => parts.settings.read().deviceId,
    withheld: () => withheldBy(newerData, false),
    log: warn,
  })
  return { ...parts, standing, payments, refunds, warnings, newerData, keychain }
}
export type OpenTill = Awaited<ReturnType<typeof openTill>>

function makePayments(clock: FakeClock, service: ServicePlace): FakePayments {
  const payments = makeFakePayments({ monotonic: clock.monotonic, serviceAddress: () => service.name })
  for (const [index, id] of storyPayments.entries()) {
    payments.put(id, { transactionId: `10000000000000${index + 1}`, customId: `ORDER-${index + 1}` })
  }
  return payments
}

function refundDeps(
  payments: FakePayments,
  clock: FakeClock,
  service: ServicePlace,
): Omit<SendingDeps, 'journals' | 'keys' | 'randomBytes' | 'deviceId' | 'log'> {
  const nobody = () => undefined
  return {
    payments,
    sender: payments,
    clock,
    serviceName: () => service.name,
    movedFrom: () => service.movedFrom,
    news: { attemptChanged: nobody, paymentChanged: nobody, appStateChanged: nobody, forgetCopies: nobody },
  }
}

/** The saved copies of a till, and its search as it runs in its thread. */
export async function openCopies(
  folder: string,
  { vault }: Pick<OpenTill, 'vault'>,
  log = (_line: string) => {},
) {
  const key = await vault.dataKey('saved copies', { createIfMissing: true })
  const viewer = await vault.withCredentials(async (credentials) => viewerOf(credentials))
  if (!key.ok || key.value === null || !viewer.ok) throw new Error('No key, or no credentials')
  const cache = openTransactionCache({ folder, key: key.value, log })
  const opened = openCacheFile(folder, key.value)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const rows = makeSegmentRows(opened.value, key.value)
  const isOver = () => false
  const searcher = makeCopySearcher({ rows, isOver, isEnding: isOver, prepared: () => undefined })
  return {
    cache,
    searcher,
    rows,
    viewer: viewer.value,
    close() {
      opened.value.close()
      cache.close()
    },
  }
}

/** Refunds of one till, by what became of them. */
export function outcomesOf(refunds: Pick<RefundService, 'page' | 'lockOn'>) {
  const { attempts } = refunds.page({ before: null, count: 100 })
  return {
    attempts: attempts
      .map(({ intent, state, decision, alarms, refusal }) => ({
        marker: intent.marker,
        payment: intent.id,
        amount: intent.amount,
        service: intent.service,
        cashier: intent.cashier,
        state,
        decision,
        refusal,
        alarms: alarms.map(({ alarm }) => alarm),
      }))
      .sort((one, other) => (one.marker < other.marker ? -1 : 1)),
    locked: storyPayments.filter((id) => refunds.lockOn(id) !== null),
  }
}

/** The value, or the end of the story. */
export function value<T>(result: { readonly ok: true; readonly value: T } | ReturnType<typeof fail>): T {
  if (!result.ok) throw new Error(`The story does not go on: ${JSON.stringify(result.fault)}`)
  return result.value
}
