/** The part of compose.ts that puts the way to the service and the refund service together. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { app } from 'electron'
import { makeTillCopies, type TillCopies } from './compose-copies'
import { makeConnection } from './connection/connection'
import { makeLineCheck, reachHost } from './connection/line-check'
import { makePracticeServices } from './connection/practice-services'
import { type SeenRecord, watchPayments, watchRefunds } from './connection/watched-payments'
import type { WindowEvents } from './ipc/window-events'
import { makeJournalKeys } from './journal/journal-keys'
import { profileJournals } from './journal/open-journals'
import type { Log } from './log/log'
import { makeAcceptsToken, makeAskService, makeShowsPayment } from './payments/accepts-token'
import { addressName, practiceName } from './payments/address-name'
import type { LendCredentials } from './payments/credentials'
import { makeHttpPaymentService } from './payments/http-payment-service'
import { makeHttpRefundSender } from './payments/http-refund-sender'
import type { NetworkRules } from './payments/socket'
import type { Profile } from './profile/profile'
import { lockedBy } from './refund/locked-by'
import { openRefundService } from './refund/open-refund-service'
import type { SendingDeps } from './refund/refund-deps'
import type { RefundNews, RefundService } from './refund/refund-service'
import { systemClock } from './scheduling/clock'
import { threadsFrom } from './search/search-thread'
import type { SecretsState } from './settings/secrets'
import { vaultName } from './vault/keychain'

const now = () => new Date()

/** How long the window waits for the journal of refunds, in milliseconds. Some thousand refunds are checked by then. */
const journalPatience = 1000

/** A thread of its own is a file of its own, beside the program's others (electron.vite.config.ts). */
const searchThreadFile = () => path.join(app.getAppPath(), 'out', 'main', 'copy-search-thread.js')

/** Practice inside the program is one service (refund-protocol.md 14). */
const namePractice = (address: string) => (address === '' ? '' : practiceName)

/** What the refund service tells, handed on. What is forgotten is forgotten behind it: nobody waits for the copies. */
function newsFor(windowEvents: WindowEvents, { copies, recent }: TillCopies): RefundNews {
  return {
    attemptChanged(attempt) {
      windowEvents.push('attempt:changed', attempt)
      recent.changed()
    },
    paymentChanged: (standing) => windowEvents.push('payment:changed', standing),
    appStateChanged: () => windowEvents.appStateChanged(),
    forgetCopies: ({ id }) => void copies.forgetPayment(id),
  }
}

/** Every record that the service answers is saved for the credentials that it came by, a related one beside it. */
function keepSeen({ copies, recent }: TillCopies, { record, origin, related }: SeenRecord): void {
  if (origin !== undefined) copies.save(origin, record)
  if (origin !== undefined && related !== undefined) {
    copies.saveRelated(origin, record, related.kind, related.lines)
  }
  recent.update(record)
}

/** The line to the service, and what is told when it goes and comes back. */
function openLine(
  secrets: SecretsState,
  windowEvents: WindowEvents,
  network: NetworkRules,
  cameBack: () => void,
) {
  const connection = makeConnection({
    now,
    changed: () => {
      windowEvents.appStateChanged()
      lineCheck.follow()
    },
    cameBack,
  })
  const reach = () => reachHost(secrets.read().address, network)
  const lineCheck = makeLineCheck({ connection, clock: systemClock, reach })
  return { connection, lineCheck }
}

/** What the refund service has of the profile, its journals among it. */
function profileDeps(profile: Profile, secrets: Pick<SecretsState, 'read'>, log: Log) {
  const { entriesPath, keychain, vault } = profile
  const keys = makeJournalKeys(keychain, vaultName('journal', entriesPath))
  const about = { now: systemClock.now, log: log.info }
  return {
    keys,
    journals: profileJournals({ ...profile, ...about, keys, credentials: vault }),
    clock: systemClock,
    randomBytes,
    deviceId: () => secrets.read().deviceId,
    log: log.info,
  }
}

/** The journal has the word of a move: what provisioning left beside the credentials is done with (protocol 14). */
async function forgetMove({ vault }: Profile, secrets: SecretsState): Promise<void> {
  const forgotten = await vault.forgetMove(secrets.read().movedFrom)
  if (forgotten.ok) await secrets.refresh()
}

/** What the program and the administrator of this PC bring. */
type Outside = { readonly log: Log; readonly network: NetworkRules; readonly policyIsWrong: boolean }

/** The way to the service and the refund service behind it, which each learn from the other. */
export async function openRefunds(
  profile: Profile,
  secrets: SecretsState,
  windowEvents: WindowEvents,
  { log, network, policyIsWrong }: Outside,
) {
  const { vault } = profile
  let refunds: RefundService | null = null
  const nameOf = profile.mode === 'practice' ? namePractice : addressName
  const practiceServices = makePracticeServices({
    refundService: () => refunds,
    changed: () => windowEvents.appStateChanged(),
    log: log.info,
  })
  // In its own profile everything is practice anyway.
  const practiceHeard = profile.mode === 'practice' ? () => undefined : practiceServices.heard
  const tillCopies = makeTillCopies({
    ...profile,
    isPractice: (address) => practiceServices.isPractice(nameOf(address)),
    lockedBy: (id) => lockedBy(refunds?.lockOn(id) ?? null),
    log: log.info,
    startSearchThread: threadsFrom(searchThreadFile()),
    recentChanged: (recents) => windowEvents.push('lookup:recent-changed', recents),
    preparingSearch: (preparation) => windowEvents.push('copies:preparing', preparation),
  })
  const line = openLine(secrets, windowEvents, network, () => refunds?.wake())
  const calls = { ...network, nameOf, practiceHeard, monotonic: systemClock.monotonic, log: log.info }
  const { copies, recent } = tillCopies
  const kept = { ...calls, credentials: vault.withCredentials, originOf: copies.originOf }
  const keep = (seen: SeenRecord) => keepSeen(tillCopies, seen)
  const payments = watchPayments(makeHttpPaymentService(kept), line.connection, keep)
  const refundDeps: SendingDeps = {
    ...profileDeps(profile, secrets, log),
    payments,
    // The only holder of it: nothing but the protocol can send.
    sender: watchRefunds(makeHttpRefundSender(kept), line.connection, keep),
    serviceName: () => nameOf(secrets.read().address),
    movedFrom: () => addressName(secrets.read().movedFrom),
    moveWritten: () => void forgetMove(profile, secrets),
    withheld: () => (policyIsWrong ? 'policy_wrong' : null),
    news: newsFor(windowEvents, tillCopies),
  }
  const refundService = await openRefundService(refundDeps, journalPatience)
  refunds = refundService
  const serviceWith = (credentials: LendCredentials) => makeHttpPaymentService({ credentials, ...calls })
  async function newestId(): Promise<string | null> {
    const [lookedUp] = await recent.list()
    const [attempt] = refundService.page({ before: null, count: 1 }).attempts
    return lookedUp?.record.id ?? attempt?.intent.id ?? null
  }
  const acceptsToken = makeAcceptsToken(serviceWith, newestId)
  const showsPayment = makeShowsPayment(serviceWith, newestId)
  // Of a service that may never be stored nothing is kept.
  const askService = makeAskService((credentials) =>
    makeHttpPaymentService({ ...calls, credentials, practiceHeard: undefined }),
  )
  return {
    ...tillCopies,
    ...line,
    payments,
    refundService,
    practiceServices,
    nameOf,
    acceptsToken,
    askService,
    showsPayment,
  }
}

export type Refunds = Awaited<ReturnType<typeof openRefunds>>
