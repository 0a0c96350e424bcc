/**
 * The file of "Save diagnostics" for support: the state of the program, its files and the system, and the log. Without
 * token, codes, people, rules, reasons and amounts (docs/administration.md, "Support"). Refund nos. stay in the log, for
 * support and store to name a refund by.
 */

import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { tryOr } from '../../shared/base/result'
import type { AppState } from '../../shared/contract/contract'

type DiagnosticsInput = {
  readonly at: Date
  readonly app: AppState
  /** The number of the record's last line, and its hash; null while the record is not open. */
  readonly journal: { readonly seq: number; readonly hash: string } | null
  /** The watched folder of lists; '' for none. */
  readonly watchedFolder: string
  readonly folders: Folders
  /** The account's name, which is removed everywhere, as the store's and the cashier's are. */
  readonly account: string
}

/** The folders of the profile, the log and the account, the last of which is written as `~`. */
export type Folders = { readonly profile: string; readonly log: string; readonly home: string }

/** Returns the file's text, indented JSON. Leaves out what cannot be read. */
export function diagnosticsText(input: DiagnosticsInput): string {
  const { at, app, journal, watchedFolder, folders, account } = input
  const { tillName, storeId, cashier, people } = app
  const { profile: _folder, profileMovedFrom, ...program } = app.about
  const { electron = '', chrome = '', node } = process.versions
  const till = Object.fromEntries(toldOfTill.map((name) => [name, app[name]]))
  const content = {
    format: 1,
    made: at.toISOString(),
    program: { ...program, electron, chrome, node, profileMoved: profileMovedFrom !== null },
    till,
    people: { state: people.state, locked: people.locked, roles: people.list.map(({ role }) => role) },
    journal,
    system: {
      platform: `${process.platform} ${process.arch}`,
      release: os.release(),
      freeDiskBytes: freeDisk(folders.profile),
    },
    files: [...filesIn(folders.profile, ''), ...filesIn(folders.log, 'logs/')],
    log: newestLines(folders.log),
  }
  const names = [
    watchedFolder,
    tillName,
    storeId,
    cashier,
    account,
    ...people.list.map(({ name }) => name),
  ].filter((name) => Buffer.byteLength(name) >= minNameBytes)
  const withoutNames = (_name: string, value: unknown) => {
    if (typeof value !== 'string') return value
    const atHome =
      Buffer.byteLength(folders.home) < minNameBytes ? value : value.replaceAll(folders.home, '~')
    return names.reduce((rest, name) => rest.replaceAll(name, '…'), atHome)
  }
  return `${JSON.stringify(content, withoutNames, 2)}\n`
}

/** What support is told of the till's state. Each by its name: a new field may hold what stays in the shop. */
const toldOfTill = [
  'mode',
  'related',
  'language',
  'paperLanguages',
  'theme',
  'paper',
  'textSize',
  'soundVolume',
  'testPrint',
  'serviceAddress',
  'serviceName',
  'practiceServices',
  'deviceId',
  'token',
  'keychain',
  'refunds',
  'policyProblem',
  'setByPolicy',
  'attention',
  'connection',
  'undecided',
  'sending',
  'lockMinutes',
  'lockAfterRefund',
  'exportsSignedBy',
] satisfies readonly (keyof AppState)[]

/** Shorter names would be parts of other words. One Chinese character is as long. */
const minNameBytes = 3

function freeDisk(folder: string): number | null {
  const disk = tryOr(() => statfsSync(folder), null)
  return disk && disk.bavail * disk.bsize
}

function filesIn(
  folder: string,
  below: string,
): readonly { readonly name: string; readonly bytes: number }[] {
  return tryOr(() => readdirSync(folder), []).flatMap((name) => {
    const found = tryOr(() => statSync(path.join(folder, name)), null)
    return found?.isFile() ? [{ name: `${below}${name}`, bytes: found.size }] : []
  })
}

const maxLogBytes = 512 * 1024

/** Returns the newest lines of both files of the log, oldest first. */
function newestLines(folder: string): readonly string[] {
  const files = ['tillside.log.1', 'tillside.log'].map((name) => path.join(folder, name))
  const bytes = Buffer.concat(files.map((file) => tryOr(() => readFileSync(file), Buffer.alloc(0))))
  const lines = bytes
    .subarray(Math.max(0, bytes.length - maxLogBytes))
    .toString('utf8')
    .split('\n')
  // The first line may be cut.
  return (bytes.length > maxLogBytes ? lines.slice(1) : lines).filter((line) => line !== '')
}
