/** The only place that constructs the program's parts and wires them (design.md, "Layout"). */
import { randomBytes } from 'node:crypto'
import { app, type BrowserWindow, clipboard, dialog, nativeTheme, net } from 'electron'
import type { DeskState } from '../shared/contract'
import { aboutProgram } from './about-program'
import { type Connection, makeConnection } from './connection/connection'
import { type LineCheck, makeLineCheck, reachHost } from './connection/line-check'
import { followSystemSignal, needsNetwork } from './connection/system-signal'
import { watchPayments } from './connection/watched-payments'
import { makeDeskAnnouncer, readDeskState } from './desk-state'
import { activityHandlers } from './ipc/activity-handlers'
import { makeAnswerCall } from './ipc/answer-call'
import { lookupHandlers } from './ipc/lookup-handlers'
import { paperHandlers } from './ipc/paper-handlers'
import { practiceHandlers } from './ipc/practice-handlers'
import { refundHandlers } from './ipc/refund-handlers'
import type { AnswerCall } from './ipc/register-channels'
import { isOurWindow } from './ipc/sender'
import { settingsHandlers } from './ipc/settings-handlers'
import { makeTeller, type Teller, windowTarget } from './ipc/teller'
import type { Log } from './log'
import { makeLookUp } from './lookup/look-up'
import { savePayments } from './lookup/saving-payments'
import { makeShowSaved } from './lookup/show-saved'
import { makeShownLookups } from './lookup/shown-lookups'
import { makeTillCopies } from './lookup/till-copies'
import { makeSaveFile } from './paper/save-file'
import { type LendCredentials, makeHttpPaymentService } from './payments/http-payment-service'
import { type DeskMode, makePracticeMode, type OpenDesk, type PracticeMode } from './practice-mode'
import { openPracticeService } from './practice-service'
import { openProfile, type Profile } from './profile'
import type { ProvisionParts } from './provision'
import { systemClock } from './refund/clock'
import { makeJournalKeys } from './refund/journal-keys'
import { openRefundDesk } from './refund/open-refund-desk'
import type { RefundDesk } from './refund/refund-desk'
import { themeSource } from './settings/native-theme'
import { openSecretsState, type SecretsState } from './settings/secrets-state'
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

/** What `--provision` needs: the real profile, without a window. */
export function composeProvisioning(userData: string): ProvisionParts {
  const profile = openProfile('service', userData, (message) => process.stderr.write(`${message}\n`))
  return { ...profile, input: process.stdin }
}

/** Starts the embedded service and stores its address and this start's token like any other's. */
async function startPractice({ folder, vault }: Profile, log: Log): Promise<() => Promise<void>> {
  const { startPracticeService } = await import('../practice/start-practice-service')
  const token = randomBytes(24).toString('base64url')
  const warn = log.warn
  const service = await openPracticeService({ start: startPracticeService, folder, token, now, warn })
  await vault.save({ address: service.url, token })
  return service.stop
}

/** The way to the service and the refund desk behind it, which each learn from the other. */
async function openRefunds(profile: Profile, secrets: SecretsState, teller: Teller, log: Log) {
  const { folder, keychain, vault, settings } = profile
  let desk: RefundDesk | null = null
  const isUndecided = (id: string) => (desk?.lockOn(id) ?? null) !== null
  const tillCopies = makeTillCopies({ folder, vault, isUndecided, log: log.info })
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
  const refundDesk = await openRefundDesk({
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
  })
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

type Open = Profile & Awaited<ReturnType<typeof openRefunds>> & { readonly secrets: SecretsState }

function composeHandlers(
  open: Open,
  teller: Teller,
  readDesk: () => DeskState,
  program: ProgramParts,
  practiceMode: () => PracticeMode,
): OpenDesk['handlers'] {
  const { window } = program
  const shownLookups = makeShownLookups()
  const saveFile = makeSaveFile({
    showSaveDialog: (options) => dialog.showSaveDialog(window, options),
    documents: app.getPath('documents'),
  })
  return {
    ...lookupHandlers({
      ...open,
      shownLookups,
      lookUp: makeLookUp({ ...open, shownLookups, now }),
      showSaved: makeShowSaved({ ...open, shownLookups }),
    }),
    ...refundHandlers({ ...open, shownLookups }),
    ...activityHandlers({ ...open, saveFile, now: Date.now }),
    ...settingsHandlers({
      ...open,
      practice: open.mode === 'practice',
      readDesk,
      deskChanged: () => teller.deskChanged(),
    }),
    ...paperHandlers({
      contents: window.webContents,
      saveFile,
      writeClipboard: (text) => clipboard.writeText(text),
    }),
    ...practiceHandlers({ switchTo: (mode) => practiceMode().switchTo(mode) }),
  }
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
  const open = { ...profile, ...refunds, secrets }
  const about = aboutProgram(app.getVersion(), profile.folder)
  const readDesk = () => readDeskState({ ...open, practice: mode === 'practice', about })
  const announce = makeDeskAnnouncer(readDesk, (state) => teller.push('desk:changed', state))
  teller.deskChanged = () => {
    nativeTheme.themeSource = themeSource(open.settings.read().theme)
    announce()
  }
  const stopFollowing = followSurroundings(profile, secrets, refunds, teller)
  teller.deskChanged()
  return {
    handlers: composeHandlers(open, teller, readDesk, program, practiceMode),
    refundDesk: refunds.refundDesk,
    close: async () => {
      stopFollowing()
      await refunds.refundDesk.close()
      await refunds.copies.close()
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
