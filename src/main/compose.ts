/** The only place that constructs the program's parts and wires them (design.md, "Layout"). */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { app, type BrowserWindow, nativeTheme, net } from 'electron'
import { aboutProgram } from './about-program'
import { composeHandlers } from './compose-handlers'
import { type Connection, makeConnection } from './connection/connection'
import { type LineCheck, makeLineCheck, reachHost } from './connection/line-check'
import { followSystemSignal, needsNetwork } from './connection/system-signal'
import { watchPayments } from './connection/watched-payments'
import { makeDeskAnnouncer, readDeskState } from './desk-state'
import { makeAnswerCall } from './ipc/answer-call'
import type { AnswerCall } from './ipc/register-channels'
import { isOurWindow } from './ipc/sender'
import { makeTeller, type Teller, windowTarget } from './ipc/teller'
import type { Log } from './log'
import { savePayments } from './lookup/saving-payments'
import { makeTillCopies } from './lookup/till-copies'
import { type CashierAtWork, makeCashierAtWork } from './outage/cashier-at-work'
import { makeOutageDesk, type OutageDesk } from './outage/outage-desk'
import { noteWelcome } from './page/page-start'
import { type LendCredentials, makeHttpPaymentService } from './payments/http-payment-service'
import { type DeskMode, makePracticeMode, type OpenDesk, type PracticeMode } from './practice-mode'
import { openPracticeService } from './practice-service'
import { openProfile, type Profile } from './profile'
import type { ProvisionParts } from './provision'
import { systemClock } from './refund/clock'
import { makeJournalKeys } from './refund/journal-keys'
import { openRefundDesk } from './refund/open-refund-desk'
import type { RefundDesk } from './refund/refund-desk'
import type { RefundDeskParts } from './refund/working-desk'
import { threadsFrom } from './search/search-thread'
import { themeSource } from './settings/native-theme'
import { openSecretsState, type SecretsState } from './settings/secrets-state'
import { retentionOf } from './settings/settings'
import { watchSettings } from './settings/watch-settings'
import { vaultName } from './vault/vault-name'

export type ProgramParts = {
  readonly window: BrowserWindow
  readonly log: Log
  readonly userData: string
  readonly developmentAddress: string | null
  readonly firstMode: DeskMode
  readonly reloadPage: () => void
  /** Calls from the page have been waiting for this. */
  readonly beginAnswering: (answerCall: AnswerCall) => void
}

const now = () => new Date()

/** How long the window waits for the journal of refunds, in milliseconds. Some thousand refunds are checked by then. */
const journalPatience = 1000

/** What `--provision` needs: the real profile, without a window. */
export function composeProvisioning(userData: string): ProvisionParts {
  const profile = openProfile('service', userData, (message) => process.stderr.write(`${message}\n`))
  return { ...profile, input: process.stdin }
}

/** A thread of its own is a file of its own, beside the program's others (electron.vite.config.ts). */
const searchThreadFile = () => path.join(app.getAppPath(), 'out', 'main', 'copy-search-thread.js')

/** Starts the embedded service and stores its address and this start's token like any other's. */
async function startPractice({ folder, vault, settings }: Profile, log: Log): Promise<() => Promise<void>> {
  const { startPracticeService } = await import('../practice/start-practice-service')
  const { practiceStores } = await import('../practice/practice-people')
  const token = randomBytes(24).toString('base64url')
  const warn = log.warn
  const service = await openPracticeService({ start: startPracticeService, folder, token, now, warn })
  await vault.save({ address: service.url, token })
  // The practice till stands in the first of the practice stores, so that a payment of another can be tried.
  if (settings.read().storeId === '') settings.change({ storeId: practiceStores.harbour })
  return service.stop
}

/** The way to the service and the refund desk behind it, which each learn from the other. */
async function openRefunds(profile: Profile, secrets: SecretsState, teller: Teller, log: Log) {
  const { folder, keychain, vault, settings } = profile
  let desk: RefundDesk | null = null
  const isUndecided = (id: string) => (desk?.lockOn(id) ?? null) !== null
  const tillCopies = makeTillCopies({
    folder,
    vault,
    settings,
    isUndecided,
    log: log.info,
    startSearchThread: threadsFrom(searchThreadFile()),
    preparingSearch: (preparation) => teller.push('copies:preparing', preparation),
  })
  const connection = makeConnection({
    now,
    changed: () => {
      teller.deskChanged()
      lineCheck.follow()
    },
    cameBack: () => desk?.wake(),
  })
  const address = () => secrets.read().address
  const lineCheck = makeLineCheck({ connection, clock: systemClock, reach: () => reachHost(address()) })
  const makeService = (credentials: LendCredentials) => makeHttpPaymentService({ credentials, log: log.info })
  const http = savePayments(makeService, vault.withCredentials, tillCopies.copies)
  const payments = watchPayments(http, connection, tillCopies.recent.update)
  const deskParts: RefundDeskParts = {
    folder,
    keys: makeJournalKeys(keychain, vaultName('journal', folder)),
    payments,
    clock: systemClock,
    randomBytes,
    deviceId: () => settings.read().deviceId,
    serviceAddress: address,
    attemptChanged: (attempt) => teller.push('attempt:changed', attempt),
    deskChanged: () => teller.deskChanged(),
    log: log.info,
  }
  const refundDesk = await openRefundDesk(deskParts, journalPatience)
  desk = refundDesk
  return { ...tillCopies, connection, lineCheck, payments, refundDesk }
}

/** Follows what happens around the desk; answers how to stop that. */
function followSurroundings(
  profile: Profile,
  secrets: SecretsState,
  refunds: {
    readonly connection: Connection
    readonly lineCheck: LineCheck
    readonly refundDesk: RefundDesk
  },
  teller: Teller,
): () => void {
  const { connection, lineCheck, refundDesk } = refunds
  const stopSignal = followSystemSignal(
    connection,
    () => net.isOnline(),
    () => needsNetwork(secrets.read().address),
  )
  const stopWatching = watchSettings(profile.folder, async () => {
    const before = JSON.stringify(secrets.read())
    profile.settings.reload()
    if (JSON.stringify(await secrets.refresh()) !== before) refundDesk.wake()
    teller.deskChanged()
  })
  return () => {
    stopSignal()
    lineCheck.stop()
    stopWatching()
  }
}

type Refunds = Awaited<ReturnType<typeof openRefunds>>

/** Getting ready for an outage, behind whatever the cashier does. */
function openOutage(
  { settings }: Profile,
  { copies, payments, refundDesk, connection }: Refunds,
  cashier: CashierAtWork,
  teller: Teller,
  log: Log,
): OutageDesk {
  return makeOutageDesk({
    copies,
    payments,
    observe: refundDesk.observe,
    connection,
    cashier,
    clock: systemClock,
    retention: () => retentionOf(settings.read()),
    watchedFolder: () => settings.read().watchedFolder,
    push: (state) => teller.push('outage:changed', state),
    log: log.info,
  })
}

/** Everything for one profile, from its settings to what answers the window. */
async function openDesk(
  mode: DeskMode,
  program: ProgramParts,
  practiceMode: () => PracticeMode,
): Promise<OpenDesk> {
  const profile = openProfile(mode, program.userData, program.log.warn)
  const stopPractice = mode === 'practice' ? await startPractice(profile, program.log) : async () => undefined
  const secrets = await openSecretsState(profile.vault, profile.supervisorPin)
  const teller = makeTeller(windowTarget(program.window), program.log)
  const refunds = await openRefunds(profile, secrets, teller, program.log)
  const cashier = makeCashierAtWork()
  const outage = openOutage(profile, refunds, cashier, teller, program.log)
  const open = { ...profile, ...refunds, secrets, cashier, outage, log: program.log }
  const about = aboutProgram(app.getVersion(), profile.folder)
  const readDesk = () => readDeskState({ ...open, practice: mode === 'practice', about })
  const announce = makeDeskAnnouncer(readDesk, (state) => {
    noteWelcome(profile.folder, state.mode === 'welcome')
    teller.push('desk:changed', state)
  })
  teller.deskChanged = () => {
    nativeTheme.themeSource = themeSource(open.settings.read().theme)
    open.copies.limitsChanged()
    announce()
    outage.follow()
  }
  const stopFollowing = followSurroundings(profile, secrets, refunds, teller)
  teller.deskChanged()
  return {
    handlers: composeHandlers(open, teller, readDesk, program, practiceMode),
    refundDesk: refunds.refundDesk,
    close: async () => {
      stopFollowing()
      outage.close()
      await refunds.refundDesk.close()
      await refunds.closeCopies()
      teller.fallSilent()
      await stopPractice()
    },
  }
}

/** Puts the program behind its window together; calls from the page wait until it is. */
export function composeProgram(program: ProgramParts): PracticeMode {
  const { window, log, developmentAddress, firstMode, reloadPage } = program
  const practiceMode: PracticeMode = makePracticeMode(firstMode, {
    open: (mode) => openDesk(mode, program, () => practiceMode),
    reloadPage,
    couldNotOpen: (cause) => log.error('A profile could not be opened.', cause),
  })
  const windowNumber = window.webContents.id
  program.beginAnswering(
    makeAnswerCall({
      isOurs: (event) => isOurWindow(event, windowNumber, developmentAddress),
      handlers: async () => (await practiceMode.desk()).handlers,
      log,
    }),
  )
  return practiceMode
}
