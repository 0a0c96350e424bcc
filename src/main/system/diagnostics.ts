/**
 * What "Save diagnostics" writes for support: how the program, its files and what it stands on are, and its log. No token,
 * code, name, reason or amount, and no name of the account in its own folder (docs/administration.md, "Support"). Refund
 * nos. stand in the log: by them support and store speak of the same refund.
 */

import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { AppState } from '../../shared/contract/contract'

type DiagnosticsInput = {
  readonly at: Date
  readonly app: AppState
  /** How many lines the record of refunds has, and the last one's hash; null while it is not open. */
  readonly journal: { readonly seq: number; readonly hash: string } | null
  /** How many receipts are saved; null where they cannot be read. */
  readonly copies: number | null
  /** Where the store's own system puts its lists; '' for nowhere. */
  readonly watchedFolder: string
  readonly folders: Folders
  /** The account's own name. It is taken out wherever it stands, as the store's and cashier's names are. */
  readonly account: string
}

/** The profile, its log, and the account's own folder, which stands as `~`. */
export type Folders = { readonly profile: string; readonly log: string; readonly home: string }

/** The file's text: JSON, for a person to read as well. What cannot be asked is left out: whoever saves this has a problem already. */
export function diagnosticsText(input: DiagnosticsInput): string {
  const { at, app, journal, copies, watchedFolder, folders, account } = input
  const { storeName, storeId, cashier, news: _told, policyAddress: _of, about, ...till } = app
  const { profile: _folder, profileMovedFrom, ...program } = about
  const content = {
    format: 1,
    made: at.toISOString(),
    program: { ...program, profileMoved: profileMovedFrom !== null },
    till,
    has: {
      storeName: storeName !== '',
      storeId: storeId !== '',
      cashier: cashier !== '',
      watchedFolder: watchedFolder !== '',
    },
    journal,
    copies,
    system: {
      release: os.release(),
      cores: os.cpus().length,
      memoryBytes: os.totalmem(),
      freeMemoryBytes: os.freemem(),
      freeDiskBytes: freeDisk(folders.profile),
    },
    files: [...filesIn(folders.profile, ''), ...filesIn(folders.log, 'logs/')],
    log: newestLines(path.join(folders.log, 'tillside.log')),
  }
  const names = [watchedFolder, storeName, storeId, cashier, account].filter((name) => name.length >= minName)
  const withoutNames = (_name: string, value: unknown) => {
    if (typeof value !== 'string') return value
    const atHome = folders.home.length < minName ? value : value.replaceAll(folders.home, '~')
    return names.reduce((rest, name) => rest.replaceAll(name, '…'), atHome)
  }
  return `${JSON.stringify(content, withoutNames, 2)}\n`
}

/** Shorter ones are parts of other words. */
const minName = 3

function freeDisk(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

function filesIn(
  folder: string,
  below: string,
): readonly { readonly name: string; readonly bytes: number }[] {
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

/** Newest bytes of the log that go along. */
const maxLogBytes = 512 * 1024

function newestLines(file: string): readonly string[] {
  try {
    const bytes = readFileSync(file)
    const lines = bytes
      .subarray(Math.max(0, bytes.length - maxLogBytes))
      .toString('utf8')
      .split('\n')
    // The first may have lost its beginning.
    return (bytes.length > maxLogBytes ? lines.slice(1) : lines).filter((line) => line !== '')
  } catch {
    return []
  }
}
