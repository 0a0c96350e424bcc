/**
 * What "Save diagnostics" writes for support: how the program, its files and what it stands on are, and its log. No token,
 * code, name, reason or amount, and no name of the account in its own folder (docs/administration.md, "Support"). Refund
 * nos. stand in the log: by them support and store speak of the same refund.
 */

import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { AppState } from '../../shared/contract'

export type FileSize = { readonly name: string; readonly bytes: number }

/** What lies outside the program: asked when somebody saves, never kept. */
export type Machine = {
  readonly system: {
    readonly release: string
    readonly cores: number
    readonly memoryBytes: number
    readonly freeMemoryBytes: number
    /** Free space where the profile lies, in bytes; null where the system does not say. */
    readonly freeDiskBytes: number | null
  }
  readonly displays: readonly { readonly width: number; readonly height: number; readonly scale: number }[]
  /**
   * What the system says of the state of each printer, by its own names for that; null where it could not be asked. Printers
   * are not named: people call them after themselves.
   */
  readonly printers: readonly Readonly<Record<string, string>>[] | null
  /** Of the profile and its log, by their place below the profile. */
  readonly files: readonly FileSize[]
  /** The newest lines of the log, oldest first; redacted as they were written. */
  readonly log: readonly string[]
}

export type DiagnosticsInput = {
  readonly at: Date
  readonly app: AppState
  /** How many lines the record of refunds has, and the last one's hash; null while it is not open. */
  readonly journal: { readonly seq: number; readonly hash: string } | null
  /** How many receipts are saved; null where they cannot be read. */
  readonly copies: number | null
  /** Where the store's own system puts its lists; '' for nowhere. */
  readonly watchedFolder: string
  /** The account's own folder and name. They are taken out wherever they stand, as the store's and cashier's names are. */
  readonly account: { readonly home: string; readonly name: string }
  readonly machine: Machine
}

/** The file's text: JSON, for a person to read as well. */
export function diagnosticsText(input: DiagnosticsInput): string {
  const { at, app, journal, copies, watchedFolder, account, machine } = input
  const { about } = app
  const content = {
    format: 1,
    made: at.toISOString(),
    program: {
      version: about.version,
      build: about.build,
      electron: about.electron,
      testBuild: about.testBuild,
      chrome: about.chrome,
      node: about.node,
      platform: about.platform,
      locale: about.locale,
      foreignProfile: about.foreignProfile,
      profileMoved: about.profileMovedFrom !== null,
    },
    till: {
      mode: app.mode,
      deviceId: app.deviceId,
      service: app.serviceName,
      practiceServices: app.practiceServices.length,
      connection: app.connection,
      token: app.token,
      keychain: app.keychain,
      supervisorPin: app.supervisorPin,
      policyProblem: app.policyProblem,
    },
    refunds: {
      ...app.refunds,
      journal,
      undecided: app.undecided,
      sending: app.sending,
      attention: app.attention,
      exportsSignedBy: app.exportsSignedBy,
    },
    copies,
    settings: {
      language: app.language,
      paperLanguages: app.paperLanguages,
      theme: app.theme,
      paper: app.paper,
      textSize: app.textSize,
      soundVolume: app.soundVolume,
      testPrint: app.testPrint,
      keepDays: app.keepDays,
      keepCopies: app.keepCopies,
      related: app.related,
      hasStoreName: app.storeName !== '',
      hasStoreId: app.storeId !== '',
      hasCashier: app.cashier !== '',
      watchesFolder: watchedFolder !== '',
    },
    ...machine,
  }
  const { storeName, storeId, cashier } = app
  const names = [watchedFolder, storeName, storeId, cashier, account.name]
  const withoutNames = (_name: string, value: unknown) =>
    typeof value === 'string' ? redacted(value, account.home, names) : value
  return `${JSON.stringify(content, withoutNames, 2)}\n`
}

/** Shorter ones are parts of other words. */
const shortestName = 3

function redacted(text: string, home: string, names: readonly string[]): string {
  const long = names.filter((name) => name.length >= shortestName)
  const atHome = home.length < shortestName ? text : text.replaceAll(home, '~')
  return long.reduce((rest, name) => rest.replaceAll(name, '…'), atHome)
}

/** Newest bytes of the log that go along. */
const mostLogBytes = 512 * 1024

type Screen = {
  readonly size: { readonly width: number; readonly height: number }
  readonly scaleFactor: number
}

export type MachineDeps = {
  /** The profile, and the folder of the log. */
  readonly folder: string
  readonly logFolder: string
  readonly displays: () => readonly Screen[]
  readonly printers: () => Promise<readonly { readonly options?: object }[]>
}

/** How this PC is now. What cannot be asked is left out: whoever saves this has a problem already. */
export async function readMachine(deps: MachineDeps): Promise<Machine> {
  const printers = await deps.printers().catch(() => null)
  return {
    system: {
      release: os.release(),
      cores: os.cpus().length,
      memoryBytes: os.totalmem(),
      freeMemoryBytes: os.freemem(),
      freeDiskBytes: freeDisk(deps.folder),
    },
    displays: deps
      .displays()
      .map(({ size: { width, height }, scaleFactor: scale }) => ({ width, height, scale })),
    printers: printers?.map(({ options = {} }) => printerState(options)) ?? null,
    files: [...filesIn(deps.folder, ''), ...filesIn(deps.logFolder, 'logs/')],
    log: newestLines(path.join(deps.logFolder, 'tillside.log')),
  }
}

/** What of a printer's options says how it is; CUPS calls it so. */
const printerStates = ['printer-state', 'printer-state-reasons', 'printer-is-accepting-jobs']

function printerState(options: object): Readonly<Record<string, string>> {
  const told = Object.entries(options).filter(([name]) => printerStates.includes(name))
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]))
}

function freeDisk(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

function filesIn(folder: string, below: string): readonly FileSize[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile()
        ? [{ name: `${below}${entry.name}`, bytes: statSync(path.join(folder, entry.name)).size }]
        : [],
    )
  } catch {
    return []
  }
}

function newestLines(file: string): readonly string[] {
  try {
    const bytes = readFileSync(file)
    const lines = bytes
      .subarray(Math.max(0, bytes.length - mostLogBytes))
      .toString('utf8')
      .split('\n')
    // The first may have lost its beginning.
    return (bytes.length > mostLogBytes ? lines.slice(1) : lines).filter((line) => line !== '')
  } catch {
    return []
  }
}
