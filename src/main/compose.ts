/** The only place that constructs the program's parts and wires them (design.md, "Layout"). */
import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, nativeTheme, net } from 'electron'
import type { DeskState } from '../shared/contract'
import { aboutProgram } from './about-program'
import { type Connection, makeConnection } from './connection/connection'
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
import { makeRecentTransactions } from './lookup/recent'
import { makeShownLookups } from './lookup/shown-lookups'
import { makeSaveFile } from './paper/save-file'
import { makeHttpPaymentService } from './payments/http-payment-service'
import { type DeskMode, makePracticeMode, type OpenDesk, type PracticeMode } from './practice-mode'
import { openPracticeService } from './practice-service'
import type { ProvisionParts } from './provision'
import { systemClock } from './refund/clock'
import { makeJournalKeys } from './refund/journal-keys'
import { openRefundDesk } from './refund/open-refund-desk'
import type { RefundDesk } from './refund/refund-desk'
import { themeSource } from './settings/native-theme'
import { openSecretsState, type SecretsState } from './settings/secrets-state'
import { openSettings, type SettingsStore } from './settings/settings'
import { watchSettings } from './settings/watch-settings'
import { makeFileKeychain } from './vault/file-keychain'
import type { Keychain } from './vault/keychain'
import { makeOsKeychain } from './vault/os-keychain'
import { makeSupervisorPin, type SupervisorPin } from './vault/supervisor-pin'
import { makeVault, type Vault } from './vault/vault'
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

type Profile = {
  readonly mode: DeskMode
  readonly folder: string
  readonly settings: SettingsStore
  readonly keychain: Keychain
  readonly vault: Vault
  readonly supervisorPin: SupervisorPin
}

const now = () => new Date()

/** Each profile has its own settings, secrets and, in time, journal; practice lies inside the real one's folder. */
function openProfile(mode: DeskMode, userData: string, warn: (message: string) => void): Profile {
  const folder = mode === 'practice' ? path.join(userData, 'practice') : userData
  const keychain =
    mode === 'practice'
      ? makeFileKeychain(path.join(folder, 'secrets.json'))
      : makeOsKeychain({ service: 'Tillside' })
  return {
    mode,
    folder,
    keychain,
    settings: openSettings({ folder, makeId: randomUUID, now, warn }),
    vault: makeVault({ keychain, profile: folder }),
    supervisorPin: makeSupervisorPin({ keychain, profile: folder }),
  }
}

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
  const recent = makeRecentTransactions(now, (id) => (desk?.lockOn(id) ?? null) !== null)
  const connection = makeConnection({
    now,
    changed: () => teller.deskChanged(),
    cameBack: () => desk?.wake(),
  })
  const http = makeHttpPaymentService({ credentials: vault.withCredentials, log: log.info })
  const payments = watchPayments(http, connection, recent.update)
  const refundDesk = await openRefundDesk({
    folder,
    keys: makeJournalKeys(keychain, vaultName('journal', folder)),
    payments,
    clock: systemClock,
    randomBytes,
    deviceId: () => settings.read().deviceId,
    serviceAddress: () => secrets.read().address,
    attemptChanged: (attempt) => teller.push('attempt:changed', attempt),
    deskChanged: () => teller.deskChanged(),
    log: log.info,
  })
  desk = refundDesk
  return { recent, connection, payments, refundDesk }
}

/** Follows what happens around the desk; answers how to stop that. */
function followSurroundings(
  profile: Profile,
  secrets: SecretsState,
  refunds: { readonly connection: Connection; readonly refundDesk: RefundDesk },
  teller: Teller,
): () => void {
  const { connection, refundDesk } = refunds
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
    ...lookupHandlers({ ...open, shownLookups, lookUp: makeLookUp({ ...open, shownLookups, now }) }),
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
