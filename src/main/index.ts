/** The program from start to end. till.ts composes the rest once the window has loaded. */

import { writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { app, dialog, ipcMain, Menu, nativeTheme, powerMonitor } from 'electron'
import { fail, messageOf } from '../shared/base/result'
import type { Printed } from './commands'
import { receiveCalls } from './ipc/receive-calls'
import { codeHandedOver, codeOfLink, makeRequestedCodes, type RequestedCodes } from './lookup/requested-codes'
import {
  type Command,
  helpText,
  type OpenCommand,
  readCommandLine,
  refusedSwitch,
  refusedSwitchWords,
} from './profile/command-line'
import { lockNotMade, takeLock } from './profile/lock'
import { type NoFolder, type ProfileMode, profileFolder, profileFolders, usableFolder } from './profile/place'
import { findPolicy } from './settings/policy-places'
import { takesDebugger } from './system/build'
import { systemClock } from './system/clock'
import { idsAreOfThisPc, restrictPermissions } from './system/files'
import { systemWordsIn } from './system/languages'
import { type Log, makeLog } from './system/log'
import { setSystemWords, systemWords } from './system/words'
import { disableNameResolution, hardenAllContents } from './window/hardening'
import {
  boxWords,
  bringForwardWhenAsked,
  closeInOrder,
  recoverWindow,
  type StillWords,
  showStillPage,
  startFailure,
} from './window/life'
import { declarePageScheme, readPageStart } from './window/page'
import { loadPage, openWindow, pageIsLost, themeSource } from './window/window'

const words = process.argv.slice(1)
const givenLanguage = app.commandLine.getSwitchValue('lang')
const isRoot = process.platform === 'linux' && process.getuid?.() === 0 && idsAreOfThisPc()
const refused = takesDebugger() ? null : refusedSwitch(words, { isRoot, platform: process.platform })
const folder = usableFolder(() => app.getPath('userData'))
const asked = readCommandLine(words, takesDebugger())
if (refused !== null) endAtOnce(refusedSwitchWords(refused), 2)
else if (folder.ok) begin(asked, folder.value)
else if (asked.kind === 'open') refuseToOpen(asked, folder.fault)
else endAtOnce(folder.fault.words, 1)

function begin(command: Command, userData: string): void {
  restrictPermissions(profileFolders(userData))
  switch (command.kind) {
    case 'help':
      printAndExit(process.stdout, helpText, 0)
      break
    case 'version':
      printAndExit(process.stdout, `Tillside ${app.getVersion()}\n`, 0)
      break
    case 'mistake':
      printAndExit(process.stderr, `${command.message} See --help.\n`, 2)
      break
    case 'provision':
      void runAndExit(
        ({ provisionHere }) => provisionHere(command),
        (message) => JSON.stringify({ provisioned: false, message }),
      )
      break
    case 'verify_journal':
      void runAndExit(
        ({ verifyHere }) => verifyHere(command.file, command.publicKey),
        (message) => message,
      )
      break
    case 'open':
      void openAsAsked(command, openOnce)
      break
  }
}

/** Ends the program before Chromium listens for a debugger. */
function endAtOnce(words: string, code: number): void {
  for (const debuggers of ['remote-debugging-port', 'remote-debugging-pipe']) {
    app.commandLine.removeSwitch(debuggers)
  }
  printError(words)
  app.exit(code)
}

function printError(words: string): void {
  try {
    writeSync(process.stderr.fd, words)
  } catch {
    // Standard error is closed.
  }
}

function printAndExit(stream: NodeJS.WriteStream, text: string, code: number): void {
  stream.write(text, () => app.exit(code))
}

/** @param failed writes why nothing could be run: a part of the program may be missing */
async function runAndExit(
  run: (commands: typeof import('./commands')) => Promise<Printed>,
  failed: (message: string) => string,
): Promise<void> {
  const { words, code } = await import('./commands').then(run).catch((cause: unknown) => {
    return { words: `${failed(`Tillside could not run: ${messageOf(cause)}`)}\n`, code: 1 }
  })
  printAndExit(process.stdout, words, code)
}

function refuseToOpen(order: OpenCommand, why: NoFolder): void {
  // Chromium runs with no folder, and crashes where it is to make one and cannot.
  if (process.platform !== 'win32') app.setPath('userData', os.devNull)
  void openAsAsked(order, () => void sayOnScreen(why))
}

/** Says on standard error and on screen why the till cannot open, and ends: whoever pressed its icon sees the screen alone. */
async function sayOnScreen({ code, words }: NoFolder): Promise<void> {
  printError(words)
  await app.whenReady()
  const languages = { preferred: app.getPreferredSystemLanguages(), given: givenLanguage }
  const { speech } = readPageStart('service', app.getPath('userData'), languages)
  const { title, text } = boxWords(systemWordsIn(speech.screen), code, words)
  dialog.showErrorBox(title, text)
  app.exit(1)
}

/** Opens the till. A start with the PC ends at once where the policy does not ask for it. */
async function openAsAsked(order: OpenCommand, open: (order: OpenCommand) => void): Promise<void> {
  prepareElectron()
  if (order.withPc === undefined) {
    open(order)
    return
  }
  const { readPolicy } = await import('./settings/policy')
  const { startWithPc } = readPolicy(await findPolicy(order.policyFile)).policy
  if (startWithPc === 'no') app.exit(0)
  else open(startWithPc === 'kiosk' ? { ...order, kiosk: true } : order)
}

/** Sets what Electron accepts only before it is ready. */
function prepareElectron(): void {
  declarePageScheme()
  disableNameResolution(app.commandLine)
  hardenAllContents(app)
  if (process.platform === 'darwin') void app.whenReady().then(setMacMenu)
  else Menu.setApplicationMenu(null)
}

/** Replaces Electron's default menu, whose View reloads the page with a half-filled form. macOS needs Edit for ⌘C and ⌘V. */
function setMacMenu(): void {
  const roles = ['appMenu', 'editMenu', 'windowMenu'] as const
  Menu.setApplicationMenu(Menu.buildFromTemplate(roles.map((role) => ({ role }))))
}

function openOnce(order: OpenCommand): void {
  const isAsked = order.withPc === undefined
  const lock = takeLock(app, { lookUp: order.lookUp ?? null, isAsked })
  if (lock === 'not_made') {
    void sayOnScreen({ code: '', words: `${lockNotMade}\n` })
    return
  }
  if (lock === 'held') {
    const words =
      'Tillside is open already, and its window has been brought forward; or it is being set up.\n'
    printAndExit(process.stderr, isAsked ? words : '', 0)
    return
  }
  const requested = collectRequests(order)
  const log = makeLog({ folder: path.join(app.getPath('userData'), 'logs') })
  keepRunning(log)
  const windowFailed = (cause: unknown) => {
    const reference = log.error('The window could not be opened.', cause)
    printAndExit(process.stderr, `Tillside could not open its window; ${reference} in its log says why.\n`, 1)
  }
  app
    .whenReady()
    .then(() => openCounter(order, requested, log))
    .catch(windowFailed)
}

/** Logs an uncaught error instead of ending the program, perhaps in the middle of a refund. Ends it before it is ready. */
function keepRunning(log: Log): void {
  const note = (cause: unknown) => {
    log.error('Something unexpected happened.', cause)
    if (!app.isReady()) app.exit(1)
  }
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
}

/** Collects codes from other programs, by a second start or, on macOS, by a link. */
function collectRequests({ lookUp }: OpenCommand): RequestedCodes {
  const requested = makeRequestedCodes(systemClock)
  const ask = (code: string | null | undefined) => {
    if (code !== null && code !== undefined) requested.ask(code)
  }
  ask(lookUp)
  app.on('second-instance', (_event, _words, _folder, data) => ask(codeHandedOver(data)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    ask(codeOfLink(link))
  })
  return requested
}

async function openCounter(
  { practice, kiosk, policyFile }: OpenCommand,
  requested: RequestedCodes,
  log: Log,
): Promise<void> {
  const firstMode: ProfileMode = practice ? 'practice' : 'service'
  const calls = receiveCalls(ipcMain)
  const userData = app.getPath('userData')
  let modeNow = () => firstMode
  const folderNow = () => profileFolder(modeNow(), userData)
  const languages = { preferred: app.getPreferredSystemLanguages(), given: givenLanguage }
  const pageStart = () => {
    const start = readPageStart(modeNow(), folderNow(), languages)
    setSystemWords(systemWordsIn(start.speech.screen))
    return start
  }
  nativeTheme.themeSource = themeSource(pageStart().theme)
  const foundPolicy = findPolicy(policyFile)
  /** Why the program could not start; null while it may. */
  let still: StillWords | null = null
  const window = openWindow({
    kiosk: kiosk === true,
    pageStart,
    still: () => still ?? systemWords.stopped,
  })
  const reloadPage = () => (still === null ? loadPage(window) : showStill())
  const showStill = () => showStillPage(window, reloadPage)
  const startFailed = (cause: unknown) => {
    const { reference, ...words } = startFailure(cause, log)
    still = words
    showStill()
    calls.begin(async () => fail({ kind: 'bug', detail: reference }))
  }
  recoverWindow(window, log, { reloadPage, showStill, monotonic: systemClock.monotonic })
  bringForwardWhenAsked(app, window, requested)
  // Wait for first paint: loading the rest blocks the main process, which draws the window too.
  await Promise.race([calls.asked, pageIsLost(window)])
  if (window.isDestroyed()) return
  const parts = await loadParts(firstMode).catch(startFailed)
  const policy = await foundPolicy
  if (parts === undefined || window.isDestroyed()) return
  const tills = parts.openTills(firstMode, {
    window,
    log,
    userData,
    languages,
    policy: parts.readPolicy(policy),
    requested,
    reloadPage,
    startFailed,
    stop: (why) => {
      printAndExit(process.stderr, why, 1)
      return new Promise(() => undefined)
    },
    beginAnswering: calls.begin,
  })
  modeNow = tills.mode
  closeInOrder(app, window, tills, (cause) => log.error('The program did not close in order.', cause))
  const wake = () => tills.sessionNow()?.wake()
  powerMonitor.on('resume', () => {
    tills.sessionNow()?.slept()
    wake()
  })
  powerMonitor.on('unlock-screen', wake)
  const lock = () => tills.sessionNow()?.lock()
  powerMonitor.on('lock-screen', lock)
  // Timers stop while the PC sleeps, so the till would not lock by itself.
  powerMonitor.on('suspend', lock)
  powerMonitor.on('user-did-resign-active', lock)
}

/** Loads what the window does not need to open. Connecting to the keychain takes longest, and goes on meanwhile. */
async function loadParts(mode: ProfileMode) {
  await import('../shared/base/parsing')
  const { connectKeychain } = await import('./vault/keychain')
  if (mode === 'service') await connectKeychain()
  const [{ openTills }, { readPolicy }] = await Promise.all([import('./till'), import('./settings/policy')])
  return { openTills, readPolicy }
}
