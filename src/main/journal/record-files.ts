/**
 * The files of the refund record, used only as Windows allows too: a file is made, appended to through one handle and
 * closed. Nothing is ever renamed, cut or rewritten, and nothing that is held is removed.
 */
import * as fs from 'node:fs'
import { join } from 'node:path'
import { codeOfError } from '../../shared/base/result'
import { sleep, whileHeld } from '../system/files'

/** A file that this run has made and holds until it is closed. Each function throws what the disk throws. */
export type NewRecordFile = {
  readonly append: (text: string) => void
  /** Returns once what was appended is on the disk. */
  readonly flush: () => void
  readonly close: () => void
  /** Closes the file, and removes it if it is empty. */
  readonly discard: () => void
}

/** One folder of files. Each function throws what the disk throws. */
export type RecordFiles = {
  /** The names of all files; none where there is no folder. */
  readonly names: () => readonly string[]
  readonly exists: (name: string) => boolean
  /** Reads as Latin-1, which keeps a damaged byte as it is. Waits while another program holds the file. */
  readonly read: (name: string) => string
  /** The same in the background: throws at once, as `isHeld` tells, where another program holds the file. */
  readonly readNow: (name: string) => string
  /** Returns once all of a closed file is on the disk. */
  readonly flush: (name: string) => void
  /** Makes the file, and the folder where needed. Throws where the file exists (`isThereAlready`). */
  readonly create: (name: string) => NewRecordFile
  /** Removes a file that can be rebuilt. Throws where another program holds it. */
  readonly remove: (name: string) => void
}

/** Opens a folder. @param disk the system's files. @param wait blocks for milliseconds while another program holds a file. */
export function openRecordFiles(
  folder: string,
  disk: typeof fs = fs,
  wait: (milliseconds: number) => void = sleep,
): RecordFiles {
  const path = (name: string) => join(folder, name)
  const readNow = (name: string) => disk.readFileSync(path(name), 'latin1')
  return {
    names() {
      try {
        return whileHeld(() => disk.readdirSync(folder), wait)
      } catch (error) {
        if (codeOfError(error) === 'ENOENT') return []
        throw error
      }
    },
    exists: (name) => disk.existsSync(path(name)),
    read: (name) => whileHeld(() => readNow(name), wait),
    readNow,
    flush(name) {
      try {
        flushOpened(
          disk,
          whileHeld(() => disk.openSync(path(name), 'r+'), wait),
        )
      } catch (error) {
        if (!isDenied(error)) throw error
        // An administrator has put it back, or taken the right to write it. Windows flushes for nobody who may not write.
        if (process.platform !== 'win32') flushOpened(disk, disk.openSync(path(name), 'r'))
      }
    },
    create(name) {
      disk.mkdirSync(folder, { recursive: true })
      const handle = whileHeld(() => disk.openSync(path(name), 'ax'), wait)
      try {
        flushFolder(disk, folder)
      } catch (error) {
        disk.closeSync(handle)
        throw error
      }
      return {
        append(text) {
          const bytes = Buffer.from(text, 'latin1')
          for (let at = 0; at < bytes.length; ) at += disk.writeSync(handle, bytes, at)
        },
        flush: () => disk.fdatasyncSync(handle),
        close: () => disk.closeSync(handle),
        discard() {
          const isEmpty = disk.fstatSync(handle).size === 0
          disk.closeSync(handle)
          if (isEmpty) disk.unlinkSync(path(name))
        },
      }
    },
    remove: (name) => disk.rmSync(path(name), { force: true }),
  }
}

const isDenied = (error: unknown) => ['EACCES', 'EPERM'].includes(codeOfError(error))

function flushOpened(disk: typeof fs, handle: number): void {
  try {
    disk.fdatasyncSync(handle)
  } finally {
    disk.closeSync(handle)
  }
}

/** Flushes the folder: else a power cut may lose a new file's name, and with it all that is in the file. Windows needs none. */
function flushFolder(disk: typeof fs, folder: string): void {
  if (process.platform === 'win32') return
  const handle = disk.openSync(folder, 'r')
  try {
    disk.fsyncSync(handle)
  } finally {
    disk.closeSync(handle)
  }
}

export const isThereAlready = (error: unknown) => codeOfError(error) === 'EEXIST'
