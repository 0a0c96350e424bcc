import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOfError, fail, messageOf, type Result, succeed, tryOr } from '../../shared/base/result'

type FileNotWritten = { readonly kind: 'file_not_written'; readonly detail: string }

/** Flushes a folder: else a power cut may lose a new file's name, and with it all that is in the file. */
export function flushFolder(folder: string, disk = { openSync, fsyncSync, closeSync }): void {
  // Windows cannot open a folder, and needs no flush.
  if (process.platform === 'win32') return
  const handle = disk.openSync(folder, 'r')
  try {
    disk.fsyncSync(handle)
  } finally {
    disk.closeSync(handle)
  }
}

function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // Another account's file, a file that has gone, or a kernel that allows no change (administration.md).
  }
}

/** Returns the path of a draft for a file's new content. Its name is short, since the file's may be as long as any can be. */
function draftOf(file: string): string {
  return path.join(path.dirname(file), `.${randomUUID()}.draft`)
}

function notWritten(error: unknown): { readonly ok: false; readonly fault: FileNotWritten } {
  return fail({ kind: 'file_not_written', detail: messageOf(error) })
}

/**
 * Replaces a file as a whole: after a power cut it has either the old content or the new. Makes a missing folder. A failure
 * leaves the old file untouched. Waits a second at most for a program that holds the old file, as a virus scanner does.
 */
export function writeWholeFile(
  file: string,
  content: string | Uint8Array,
  rename = renameSync,
): Result<null, FileNotWritten> {
  const draft = draftOf(file)
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    const handle = openSync(draft, 'wx', 0o600)
    try {
      writeFileSync(handle, content)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    whileHeld(() => rename(draft, file))
    flushFolder(path.dirname(file))
    return succeed(null)
  } catch (error) {
    ignoreErrors(() => rmSync(draft, { force: true }))
    return notWritten(error)
  }
}

const minWriteChars = 64 * 1024

/** A piece of a text, or why the rest is missing. */
export type Piece<Missing = FileNotWritten> = Result<string, Missing>

/**
 * Replaces a file by pieces, without holding the text whole, once the last is on the disk. Makes a missing folder. A
 * failure, of which a piece's fault is one, leaves the old file untouched. Waits as `writeWholeFile` does, without blocking.
 * @param yieldToEventLoop called between any two pieces
 */
export async function writePieces<Missing>(
  file: string,
  pieces: Iterable<Piece<Missing>>,
  yieldToEventLoop: () => Promise<void>,
  renameFile = rename,
): Promise<Result<null, Missing | FileNotWritten>> {
  const draft = draftOf(file)
  try {
    await mkdir(path.dirname(file), { recursive: true })
    const handle = await open(draft, 'wx', 0o600)
    try {
      let waiting = ''
      for (const piece of pieces) {
        if (!piece.ok) return piece
        waiting += piece.value
        if (waiting.length >= minWriteChars) {
          await handle.writeFile(waiting)
          waiting = ''
        }
        await yieldToEventLoop()
      }
      await handle.writeFile(waiting)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await untilFree(() => renameFile(draft, file))
    flushFolder(path.dirname(file))
    return succeed(null)
  } catch (error) {
    return notWritten(error)
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

/**
 * Restricts all files to this account: sets umask 077, fixes the modes of existing folders and files, and keeps memory out
 * of core dumps. Ignores what cannot be changed. Does nothing on Windows, where a profile is the account's own. Must run
 * before any file is opened.
 * @param folders the profiles' folders, without their subfolders; missing ones are skipped
 */
export function restrictPermissions(folders: readonly string[]): void {
  if (process.platform === 'win32') return
  process.umask(0o077)
  for (const folder of folders) {
    ignoreErrors(() => {
      chmodSync(folder, 0o700)
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        // Follows no links.
        if (entry.isFile()) ignoreErrors(() => chmodSync(path.join(folder, entry.name), 0o600))
      }
    })
  }
  if (process.platform === 'linux') leaveOutOfCoreDumps(process.pid)
}

/**
 * Leaves a process's memory out of core dumps, and that of the processes it began: Chromium's helper, of which the window's
 * come, is there before any code of ours. Later ones take it over.
 */
function leaveOutOfCoreDumps(id: number | string): void {
  ignoreErrors(() => writeFileSync(`/proc/${id}/coredump_filter`, '0'))
  ignoreErrors(() => {
    const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8')
    for (const child of children.match(/\d+/g) ?? []) leaveOutOfCoreDumps(child)
  })
}

/**
 * Whether user ids are those of the PC. In a user namespace of an account's own, its id is 0, and its files seem root's.
 * @param map the process's map of user ids; null where it cannot be read
 */
export function idsAreOfThisPc(
  platform: NodeJS.Platform = process.platform,
  map: string | null = tryOr(() => readFileSync('/proc/self/uid_map', 'utf8'), null),
): boolean {
  return platform !== 'linux' || (map !== null && /^\s*0\s+0\s+4294967295\s*$/.test(map))
}

const maxHeldMs = 1000
const retryMs = 20
const held = new Set(['EBUSY', 'EPERM', 'EACCES', 'EMFILE', 'ENFILE', 'ENOMEM'])

/** Whether another program holds the file, or handles or memory have run out: it can be tried again. */
export const isHeld = (error: unknown) => held.has(codeOfError(error))

/** Repeats the work for a while as long as another program holds the file. */
export function whileHeld<T>(work: () => T, wait: (milliseconds: number) => void = sleep): T {
  for (let waited = 0; ; waited += retryMs) {
    try {
      return work()
    } catch (error) {
      if (waited >= maxHeldMs || !isHeld(error)) throw error
      wait(retryMs)
    }
  }
}

/** Does the same without blocking this thread. */
async function untilFree(work: () => Promise<void>): Promise<void> {
  for (let waited = 0; ; waited += retryMs) {
    try {
      return await work()
    } catch (error) {
      if (waited >= maxHeldMs || !isHeld(error)) throw error
      await delay(retryMs)
    }
  }
}

/** Blocks this thread for so many milliseconds. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
