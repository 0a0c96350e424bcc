import { type FileHandle, open, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FaultOf } from '../../shared/fault'
import { longestList } from '../../shared/limits'
import { fail, type Result, succeed } from '../../shared/result'
import type { FileSeen } from '../copies/imported-files'

type ListFault = FaultOf<'list_not_taken'>
/** `moved`: somebody wrote it while it was read. */
export type ListFile = { readonly seen: FileSeen; readonly bytes: Uint8Array; readonly moved: boolean }

async function seenIn(file: FileHandle, place: string): Promise<FileSeen> {
  const { size, mtimeMs } = await file.stat()
  return { path: place, size, changedAt: mtimeMs }
}

/** Reads a store's own list, and does nothing else with it. One that is too long is not read at all. */
export async function readListFile(place: string): Promise<Result<ListFile, ListFault>> {
  const refuse = (why: ListFault['why']) =>
    fail({ kind: 'list_not_taken', name: path.basename(place), why, line: 0 } as const)
  let file: FileHandle | null = null
  try {
    // Opening a pipe would wait for whoever writes into it.
    if (!(await stat(place)).isFile()) return refuse('not_readable')
    file = await open(place, 'r')
    const seen = await seenIn(file, place)
    if (seen.size > longestList.bytes) return refuse('too_large')
    const bytes = await file.readFile()
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
