/**
 * The files of the refund record, as Windows allows them too: a file is made, appended to through one handle and closed.
 * Nothing is ever renamed, cut or written again, and nothing that is held is removed.
 */
import * as fs from 'node:fs'
import { join } from 'node:path'

/** A file that this run has made, held until it is closed. Each function throws what the disk throws. */
export type NewRecordFile = {
  readonly append: (text: string) => void
  /** Returns once what was appended is on the disk. */
  readonly flush: () => void
  readonly close: () => void
  /** Closes it, and removes it where nothing was written into it. */
  readonly discard: () => void
}

/** One folder of files. Each function throws what the disk throws; a file that is not there is no trouble of the disk. */
export type RecordFiles = {
  /** The names of all files; none where there is no folder. */
  readonly names: () => readonly string[]
  readonly exists: (name: string) => boolean
  /** Latin-1: a damaged byte stays the one that it is. */
  readonly read: (name: string) => string
  /** Returns once all of a closed file is on the disk. */
  readonly flush: (name: string) => void
  /** Makes the folder too. Throws where the file is there already. */
  readonly create: (name: string) => NewRecordFile
}

/** An antivirus program holds a new file for a moment. In milliseconds. */
const heldFor = 1000
const pause = 20
const held = new Set(['EBUSY', 'EPERM', 'EACCES'])

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Tries again what somebody else holds for a moment. @param wait how milliseconds pass. */
export function whileHeld<T>(work: () => T, wait: (milliseconds: number) => void = sleep): T {
  for (let waited = 0; ; waited += pause) {
    try {
      return work()
    } catch (error) {
      if (waited >= heldFor || !held.has(codeOf(error))) throw error
      wait(pause)
    }
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

export function openRecordFiles(folder: string): RecordFiles {
  return {
    names() {
      try {
        return whileHeld(() => fs.readdirSync(folder))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      }
    },
    exists: (name) => fs.existsSync(join(folder, name)),
    read: (name) => whileHeld(() => fs.readFileSync(join(folder, name), 'latin1')),
    flush(name) {
      const handle = whileHeld(() => fs.openSync(join(folder, name), 'r+'))
      try {
        fs.fdatasyncSync(handle)
      } finally {
        fs.closeSync(handle)
      }
    },
    create(name) {
      fs.mkdirSync(folder, { recursive: true })
      const handle = whileHeld(() => fs.openSync(join(folder, name), 'ax'))
      flushFolder(folder)
      return {
        append(text) {
          const bytes = Buffer.from(text, 'latin1')
          for (let at = 0; at < bytes.length; ) at += fs.writeSync(handle, bytes, at)
        },
        flush: () => fs.fdatasyncSync(handle),
        close: () => fs.closeSync(handle),
        discard() {
          const isEmpty = fs.fstatSync(handle).size === 0
          fs.closeSync(handle)
          if (isEmpty) fs.unlinkSync(join(folder, name))
        },
      }
    },
  }
}

/** Without it a power cut may take the file's name along, and with the name all that is in it. Windows needs none. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

export const isThereAlready = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'
