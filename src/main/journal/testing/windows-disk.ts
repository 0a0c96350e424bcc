/**
 * A disk with Windows' rules: an open file is not removed, and an antivirus program holds every file for a moment after it was
 * made or closed. A closed database stays held until the program ends.
 */
import * as fs from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'libsql'
import { openRecordFiles, type RecordFiles } from '../record-files'

export type WindowsDisk = {
  readonly files: RecordFiles
  readonly openDatabase: (file: string) => Database.Database
  /** How long the antivirus program holds a file, in milliseconds. */
  scansFor: number
  /** Names of files that another program holds, however much time passes. */
  readonly held: Set<string>
  /** All refused operations, in words. */
  readonly refused: string[]
  /** Ends the program, which then holds nothing. */
  readonly endProgram: () => void
}

export function makeWindowsDisk(folder: string): WindowsDisk {
  let now = 0
  const handles = new Map<number, string>()
  const databases = new Set<string>()
  const scannedUntil = new Map<string, number>()

  function refuse(what: string, name: string, code: string): never {
    windows.refused.push(`${what} ${name.replace(/^journal-[-0-9a-f]{36}/, 'journal')}`)
    throw Object.assign(new Error(`${code}: ${what} ${name}`), { code })
  }

  function askOthers(what: string, path: string): void {
    const name = basename(path)
    // A caller that does not wait asks again and again.
    now += 1
    if (windows.held.has(name) || (scannedUntil.get(name) ?? 0) > now) refuse(what, name, 'EBUSY')
  }

  function remove(path: string): void {
    const name = basename(path)
    if ([...handles.values()].includes(name) || databases.has(name)) refuse('remove', name, 'EPERM')
    askOthers('remove', path)
    fs.rmSync(path, { force: true })
  }

  const disk: typeof fs = {
    ...fs,
    openSync(path, flags, mode) {
      askOthers('open', String(path))
      const handle = fs.openSync(path, flags, mode)
      handles.set(handle, basename(String(path)))
      return handle
    },
    closeSync(handle) {
      fs.closeSync(handle)
      const name = handles.get(handle)
      handles.delete(handle)
      if (name?.includes('.') === true) scannedUntil.set(name, now + windows.scansFor)
    },
    readFileSync: ((path: string, encoding: 'latin1') => {
      askOthers('read', path)
      return fs.readFileSync(path, encoding)
    }) as typeof fs.readFileSync,
    rmSync: (path) => remove(String(path)),
    unlinkSync: (path) => remove(String(path)),
  }

  const windows: WindowsDisk = {
    files: openRecordFiles(folder, disk, (milliseconds) => {
      now += milliseconds
    }),
    openDatabase(file) {
      if (fs.existsSync(file)) askOthers('open', file)
      for (const end of ['', '-wal', '-shm']) databases.add(basename(file) + end)
      return new Database(join(folder, basename(file)))
    },
    scansFor: 0,
    held: new Set(),
    refused: [],
    endProgram() {
      handles.clear()
      databases.clear()
    },
  }
  return windows
}
