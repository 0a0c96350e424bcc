/**
 * The files of the refund record, used only as Windows allows too: a file is made, appended to through one handle and
 * closed. Nothing is ever renamed, cut or rewritten, and nothing that is held is removed.
 */
import * as fs from 'node:fs'
import { join } from 'node:path'
import { codeOfError } from '../../shared/base/result'
import { flushFolder, sleep, whileHeld } from '../system/files'

export type RecordFiles = ReturnType<typeof openRecordFiles>

/** A file that this run has made and holds until it is closed. Each function throws what the disk throws. */
export type NewRecordFile = ReturnType<RecordFiles['create']>

/**
 * Opens a folder of files. Each function throws what the disk throws.
 * @param disk the system's files. @param wait blocks for milliseconds while another program holds a file.
 */
export function openRecordFiles(
  folder: string,
  disk: typeof fs = fs,
  wait: (milliseconds: number) => void = sleep,
) {
  const path = (name: string) => join(folder, name)
  const readNow = (name: string) => disk.readFileSync(path(name), 'latin1')
  return {
    /** The names of all files; none where there is no folder. */
    names(): readonly string[] {
      try {
        return whileHeld(() => disk.readdirSync(folder), wait)
      } catch (error) {
        if (codeOfError(error) === 'ENOENT') return []
        throw error
      }
    },
    exists: (name: string): boolean => disk.existsSync(path(name)),
    /** Reads as Latin-1, which keeps a damaged byte as it is. Waits while another program holds the file. */
    read: (name: string): string => whileHeld(() => readNow(name), wait),
    /** The same in the background: throws at once, as `isHeld` tells, where another program holds the file. */
    readNow,
    /** Returns once all of a closed file is on the disk. */
    flush(name: string): void {
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
    /** Makes the file, and the folder where needed. Throws where the file exists (`isThereAlready`). */
    create(name: string) {
      disk.mkdirSync(folder, { recursive: true })
      const handle = whileHeld(() => disk.openSync(path(name), 'ax'), wait)
      try {
        flushFolder(folder, disk)
      } catch (error) {
        disk.closeSync(handle)
        throw error
      }
      return {
        append(text: string): void {
          const bytes = Buffer.from(text, 'latin1')
          for (let at = 0; at < bytes.length; ) at += disk.writeSync(handle, bytes, at)
        },
        /** Returns once what was appended is on the disk. */
        flush: (): void => disk.fdatasyncSync(handle),
        close: (): void => disk.closeSync(handle),
        /** Closes the file, and removes it if it is empty. */
        discard(): void {
          const isEmpty = disk.fstatSync(handle).size === 0
          disk.closeSync(handle)
          if (isEmpty) disk.unlinkSync(path(name))
        },
      }
    },
    /** Removes a file that can be rebuilt. Throws where another program holds it. */
    remove: (name: string): void => disk.rmSync(path(name), { force: true }),
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

export const isThereAlready = (error: unknown) => codeOfError(error) === 'EEXIST'
