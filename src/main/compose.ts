/** The only place that constructs the program's parts and wires them (design.md, "Layout"). */
import { randomBytes } from 'node:crypto'
import { app, type BrowserWindow, nativeTheme } from 'electron'
import { aboutProgram, appStateOf, makeAppStateAnnouncer } from './app-state/app-state'
import { composeHandlers } from './compose-handlers'
import { openRefunds, type Refunds } from './compose-refunds'
import type { Connection } from './connection/connection'
import type { LineCheck } from './connection/line-check'
import { systemIsOnline } from './connection/system-online'
import { followSystemSignal, needsNetwork } from './connection/system-signal'
import { type Handlers, makeAnswerCall } from './ipc/answer-call'
import type { AnswerCall } from './ipc/register-channels'
import { isOurWindow } from './ipc/sender'
import { makeWindowEvents, type WindowEvents, windowTarget } from './ipc/window-events'
import { hasAnyJournal } from './journal/journal-files'
import { type JournalKeys, makeJournalKeys } from './journal/journal-keys'
import type { Log } from './log/log'
import { makePrefetchService, type PrefetchService } from './prefetch/prefetch-service'
import { makePracticeMode, type PracticeMode } from './profile/practice-mode'
import { openPracticeService } from './profile/practice-service'
import { openKeychain, openProfile, type Profile } from './profile/profile'
import type { ProfileMode } from './profile/profile-mode'
import { profileFolder } from './profile/profile-mode'
import { isForThisPcOnly, whyTestBuildStops } from './profile/test-build'
import type { ProvisionDeps } from './provisioning/provision'
import type { RefundService } from './refund/refund-service'
import { type CashierAtWork, makeCashierAtWork } from './scheduling/cashier-at-work'
import { systemClock } from './scheduling/clock'
import { themeSource } from './settings/native-theme'
import { openSecretsState, type SecretsState } from './settings/secrets-state'
import { retentionOf } from './settings/settings'
import { watchSettings } from './settings/watch-settings'
import { vaultName } from './vault/keychain'
import { noteWelcome } from './window/page-start'

/** All that is composed for one profile: what answers the window, and how it ends. */
export type Session = {
  readonly handlers: Handlers
  readonly refundService: Pick<RefundService, 'isSending' | 'settled' | 'wake'>
  /** Waits for a refund that is being sent; nothing is told to the window afterwards. */
  readonly close: () => Promise<void>
}

export type ProgramDeps = {
  readonly window: BrowserWindow
  readonly log: Log
  readonly userData: string
  readonly developmentAddress: string | null
  readonly firstMode: ProfileMode
  readonly reloadPage: () => void
  /** Says why on the terminal, and ends the program. */
  readonly stop: (why: string) => Promise<never>
  /** Calls from the page have been waiting for this. */
  readonly beginAnswering: (answerCall: AnswerCall) => void
}

const now = () => new Date()

/** What `--provision` needs: the real profile, without a window. */
export function composeProvisioning(userData: string): ProvisionDeps {
  const profile = openProfile('service', userData, (message) => process.stderr.write(`${message}\n`))
  return { ...profile, input: process.stdin, thisPcOnly: isForThisPcOnly() }
}

/** What `--verify-journal` needs: the keys of this till's journals and of its practice till's. */
export function composeVerification(userData: string): readonly JournalKeys[] {
  return (['service', 'practice'] as const).map((mode) => {
    const folder = profileFolder(mode, userData)
    return makeJournalKeys(openKeychain(mode, folder), vaultName('journal', folder))
  })
}

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

/** Follows what happens around the session; answers how to stop that. */
function followSystem(
  profile: Profile,
  secrets: SecretsState,
  refunds: {
    readonly connection: Connection
    readonly lineCheck: LineCheck
    readonly refundService: RefundService
  },
  windowEvents: WindowEvents,
): () => void {
  const { connection, lineCheck, refundService } = refunds
  const stopSignal = followSystemSignal(connection, systemIsOnline, () =>
    needsNetwork(secrets.read().address),
  )
  const stopWatching = watchSettings(profile.folder, async () => {
    const before = JSON.stringify(secrets.read())
    profile.settings.reload()
    if (JSON.stringify(await secrets.refresh()) !== before) refundService.wake()
    windowEvents.appStateChanged()
  })
  return () => {
    stopSignal()
    lineCheck.stop()
    stopWatching()
  }
}

/** Getting ready for an outage, behind whatever the cashier does. */
function openOutage(
  { settings }: Profile,
  { copies, payments, refundService, connection }: Refunds,
  cashier: CashierAtWork,
  windowEvents: WindowEvents,
  log: Log,
): PrefetchService {
  return makePrefetchService({
    copies,
    payments,
    observe: refundService.observe,
    connection,
    cashier,
    clock: systemClock,
    retention: () => retentionOf(settings.read()),
    watchedFolder: () => settings.read().watchedFolder,
    push: (state) => windowEvents.push('outage:changed', state),
    log: log.info,
  })
}

/** The PC woke up: a keychain that did not answer is asked at once, and whatever waits is due. */
function wakeAll(secrets: SecretsState, refundService: RefundService): void {
  secrets.wake()
  refundService.wake()
}

/** A till that is connected elsewhere does not go on in a program that is not for payments: this then never resolves. */
async function stopOnTestBuild(secrets: SecretsState, { stop }: ProgramDeps): Promise<void> {
  const why = whyTestBuildStops(secrets.read().address)
  if (why !== null) await stop(why)
}

/** Everything for one profile, from its settings to what answers the window. */
async function openSession(
  mode: ProfileMode,
  program: ProgramDeps,
  practiceMode: () => PracticeMode<Session>,
): Promise<Session> {
  const profile = openProfile(mode, program.userData, program.log.warn)
  const stopPractice = mode === 'practice' ? await startPractice(profile, program.log) : async () => undefined
  const windowEvents = makeWindowEvents(windowTarget(program.window), program.log)
  let wakeRefunds: () => void = () => undefined
  const secrets = await openSecretsState({
    ...profile,
    after: systemClock.after,
    changed() {
      wakeRefunds()
      windowEvents.appStateChanged()
    },
  })
  await stopOnTestBuild(secrets, program)
  const refunds = await openRefunds(profile, secrets, windowEvents, program.log)
  wakeRefunds = refunds.refundService.wake
  const cashier = makeCashierAtWork()
  refunds.keepSearchReady(cashier)
  const outage = openOutage(profile, refunds, cashier, windowEvents, program.log)
  const open = { ...profile, ...refunds, secrets, cashier, outage, log: program.log }
  const about = aboutProgram(app.getVersion(), profile.folder)
  const isUsed = () => hasAnyJournal(profile.folder)
  const readAppState = () => appStateOf({ ...open, practice: mode === 'practice', isUsed, about })
  const announce = makeAppStateAnnouncer(readAppState, (state) => {
    noteWelcome(profile.folder, state.mode === 'welcome')
    windowEvents.push('app:changed', state)
  })
  windowEvents.appStateChanged = () => {
    void stopOnTestBuild(secrets, program)
    nativeTheme.themeSource = themeSource(open.settings.read().theme)
    open.copies.limitsChanged()
    announce()
    void open.recent.credentialsMayHaveChanged()
    outage.follow()
  }
  const stopFollowing = followSystem(profile, secrets, refunds, windowEvents)
  windowEvents.appStateChanged()
  return {
    handlers: composeHandlers(open, windowEvents, readAppState, program, practiceMode),
    refundService: { ...refunds.refundService, wake: () => wakeAll(secrets, refunds.refundService) },
    close: async () => {
      stopFollowing()
      secrets.close()
      outage.close()
      await refunds.refundService.close()
      await refunds.closeCopies()
      windowEvents.close()
      await stopPractice()
    },
  }
}

/** Puts the program behind its window together; calls from the page wait until it is. */
export function composeProgram(program: ProgramDeps): PracticeMode<Session> {
  const { window, log, developmentAddress, firstMode, reloadPage } = program
  const practiceMode: PracticeMode<Session> = makePracticeMode(firstMode, {
    open: (mode) => openSession(mode, program, () => practiceMode),
    reloadPage,
    couldNotOpen: (cause) => log.error('A profile could not be opened.', cause),
  })
  const windowNumber = window.webContents.id
  program.beginAnswering(
    makeAnswerCall({
      isOurs: (event) => isOurWindow(event, windowNumber, developmentAddress),
      handlers: async () => (await practiceMode.session()).handlers,
      log,
    }),
  )
  return practiceMode
}
