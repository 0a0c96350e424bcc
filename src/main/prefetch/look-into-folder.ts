import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FolderFaultReason } from '../../shared/outage'
import { fail, type Result, succeed } from '../../shared/result'
import type { FileSeen } from '../copies/imported-files'

export type FolderFault = { readonly why: FolderFaultReason; readonly detail: string }

const isList = /\.(csv|txt|tsv)$/i
/** What editors and copying programs put beside the real file while they write. */
const isDraft = /^[.~]/

const reasons: Readonly<Record<string, FolderFaultReason>> = {
  ENOENT: 'missing',
  ENOTDIR: 'not_a_folder',
  EACCES: 'not_allowed',
  EPERM: 'not_allowed',
}

function faultOf(error: unknown): FolderFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return {
    why: reasons[code] ?? 'unreadable',
    detail: error instanceof Error ? error.message : String(error),
  }
}

/**
 * A file may go between being listed and being asked about. A link or a device is listed as itself, so that a person
 * is told why it is not taken (list-file.ts).
 */
async function fileAt(place: string): Promise<readonly FileSeen[]> {
  const found = await lstat(place).catch(() => null)
  if (found === null || found.isDirectory()) return []
  return [{ path: place, size: found.size, changedAt: found.mtimeMs }]
}

/** The lists that lie in a folder now, oldest first. Never touches one. */
export async function lookIntoFolder(folder: string): Promise<Result<readonly FileSeen[], FolderFault>> {
  try {
    const names = (await readdir(folder)).filter((name) => isList.test(name) && !isDraft.test(name))
    const files: FileSeen[] = []
    // One after the other: a slow network drive must not take all of Node's file threads.
    for (const name of names) files.push(...(await fileAt(path.join(folder, name))))
    return succeed(files.sort((one, other) => one.changedAt - other.changedAt))
  } catch (error) {
    return fail(faultOf(error))
  }
}
