import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import path from 'node:path'
import type { FaultOf } from '../../shared/fault'
import { longestList } from '../../shared/limits'
import { fail, type Result, succeed } from '../../shared/result'
import type { FileSeen } from '../copies/queue-rows'

type ListFault = FaultOf<'list_not_taken'>
/** `moved`: somebody wrote it while it was read. */
export type ListFile = { readonly seen: FileSeen; readonly bytes: Uint8Array; readonly moved: boolean }

/**
 * No link is followed, and a pipe that took the file's place is not waited for. Windows knows neither flag: there the
 * two looks at the file must have seen the same one.
 */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens the file itself; null for a link, a pipe, a device or a folder, even one that takes the file's place in
 * between: what was opened is what is judged.
 */
async function openPlainFile(place: string): Promise<FileHandle | null> {
  const before = await lstat(place, { bigint: true })
  if (!before.isFile()) return null
  const file = await open(place, openFlags)
  const opened = await file.stat({ bigint: true }).catch(() => null)
  if (opened?.isFile() && opened.ino === before.ino && opened.dev === before.dev) return file
  await file.close()
  return null
}

async function seenIn(file: FileHandle, place: string): Promise<FileSeen> {
  const { size, mtimeMs } = await file.stat()
  return { path: place, size, changedAt: mtimeMs }
}

/** As much as the file was said to have and one byte more, so that one that grows is noticed and never read on. */
async function readUpTo(file: FileHandle, size: number): Promise<Uint8Array> {
  const room = new Uint8Array(size + 1)
  let filled = 0
  while (filled < room.length) {
    const { bytesRead } = await file.read(room, filled, room.length - filled, null)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return room.subarray(0, filled)
}

/** Reads a store's own list, and does nothing else with it. One that is too long is not read at all. */
export async function readListFile(place: string): Promise<Result<ListFile, ListFault>> {
  const refuse = (why: ListFault['why']) =>
    fail({ kind: 'list_not_taken', name: path.basename(place), why, line: 0 } as const)
  let file: FileHandle | null = null
  try {
    file = await openPlainFile(place)
    if (file === null) return refuse('not_a_file')
    const seen = await seenIn(file, place)
    if (seen.size > longestList.bytes) return refuse('too_large')
    const bytes = await readUpTo(file, seen.size)
    const after = await seenIn(file, place)
    const moved = after.size !== seen.size || after.changedAt !== seen.changedAt || bytes.length !== seen.size
    return succeed({ seen, bytes, moved })
  } catch {
    // The network drive, the permissions, a file that has gone: a person can only look at the file itself.
    return refuse('not_readable')
  } finally {
    await file?.close().catch(() => undefined)
  }
}
