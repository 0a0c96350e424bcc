/** The only place that constructs the program's parts and wires them (design.md, "Layout"). */
import { randomBytes } from 'node:crypto'
import { app, type BrowserWindow, nativeTheme, net } from 'electron'
import { aboutProgram } from './app-state/about-program'
import { makeDeskAnnouncer, readDeskState } from './app-state/app-state'
import { composeHandlers } from './compose-handlers'
import { openRefunds, type Refunds } from './compose-refunds'
import type { Connection } from './connection/connection'
import type { LineCheck } from './connection/line-check'
import { followSystemSignal, needsNetwork } from './connection/system-signal'
import { type Handlers, makeAnswerCall } from './ipc/answer-call'
import type { AnswerCall } from './ipc/register-channels'
import { isOurWindow } from './ipc/sender'
import { makeTeller, type Teller, windowTarget } from './ipc/window-events'
import { hasAnyJournal } from './journal/journal-files'
import { type JournalKeys, makeJournalKeys } from './journal/journal-keys'
import type { Log } from './log/log'
import { makeOutageDesk, type OutageDesk } from './prefetch/prefetch-service'
import { type DeskMode, makePracticeMode, type PracticeMode } from './profile/practice-mode'
import { openPracticeService } from './profile/practice-service'
import { openKeychain, openProfile, type Profile } from './profile/profile'
import { profileFolder } from './profile/profile-folder'
import type { ProvisionParts } from './provisioning/provision'
import type { RefundDesk } from './refund/refund-service'
import { type CashierAtWork, makeCashierAtWork } from './scheduling/cashier-at-work'
import { systemClock } from './scheduling/clock'
import { themeSource } from './settings/native-theme'
import { openSecretsState, type SecretsState } from './settings/secrets-state'
import { retentionOf } from './settings/settings'
import { watchSettings } from './settings/watch-settings'
import { vaultName } from './vault/vault-name'
import { noteWelcome } from './window/page-start'

/** All that is composed for one profile: what answers the window, and how it ends. */
export type OpenDesk = {
  readonly handlers: Handlers
  readonly refundDesk: Pick<RefundDesk, 'isSending' | 'settled' | 'wake'>
  /** Waits for a refund that is being sent; nothing is told to the window afterwards. */
  readonly close: () => Promise<void>
}

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

/** What `--provision` needs: the real profile, without a window. */
export function composeProvisioning(userData: string): ProvisionParts {
  const profile = openProfile('service', userData, (message) => process.stderr.write(`${message}\n`))
  return { ...profile, input: process.stdin }
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

/** The PC woke up: a keychain that did not answer is asked at once, and whatever waits is due. */
function wakeAll(secrets: SecretsState, refundDesk: RefundDesk): void {
  secrets.wake()
  refundDesk.wake()
}

/** Everything for one profile, from its settings to what answers the window. */
async function openDesk(
  mode: DeskMode,
  program: ProgramParts,
  practiceMode: () => PracticeMode<OpenDesk>,
): Promise<OpenDesk> {
  const profile = openProfile(mode, program.userData, program.log.warn)
  const stopPractice = mode === 'practice' ? await startPractice(profile, program.log) : async () => undefined
  const teller = makeTeller(windowTarget(program.window), program.log)
  let wakeRefunds: () => void = () => undefined
  const secrets = await openSecretsState({
    ...profile,
    after: systemClock.after,
    changed() {
      wakeRefunds()
      teller.deskChanged()
    },
  })
  const refunds = await openRefunds(profile, secrets, teller, program.log)
  wakeRefunds = refunds.refundDesk.wake
  const cashier = makeCashierAtWork()
  refunds.keepSearchReady(cashier)
  const outage = openOutage(profile, refunds, cashier, teller, program.log)
  const open = { ...profile, ...refunds, secrets, cashier, outage, log: program.log }
  const about = aboutProgram(app.getVersion(), profile.folder)
  const isUsed = () => hasAnyJournal(profile.folder)
  const readDesk = () => readDeskState({ ...open, practice: mode === 'practice', isUsed, about })
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
    refundDesk: { ...refunds.refundDesk, wake: () => wakeAll(secrets, refunds.refundDesk) },
    close: async () => {
      stopFollowing()
      secrets.close()
      outage.close()
      await refunds.refundDesk.close()
      await refunds.closeCopies()
      teller.fallSilent()
      await stopPractice()
    },
  }
}

/** Puts the program behind its window together; calls from the page wait until it is. */
export function composeProgram(program: ProgramParts): PracticeMode<OpenDesk> {
  const { window, log, developmentAddress, firstMode, reloadPage } = program
  const practiceMode: PracticeMode<OpenDesk> = makePracticeMode(firstMode, {
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
