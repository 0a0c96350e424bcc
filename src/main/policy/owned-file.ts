import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import path from 'node:path'

/** `refused` says in words what is wrong with the file, from "it" on. */
export type OwnedFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: string }

/** In bytes. */
const longestFile = 1024 * 1024

const refused = (why: string): OwnedFile => ({ kind: 'refused', why })

/**
 * Reads a file that only its owner can have written: it and its folder must be that user's, writable by nobody else, and
 * no links. A folder that others can write to is refused also where the file is absent: they may have taken it away.
 * @param owner the user id that it must be of.
 */
export function readOwnedFile(file: string, owner: number): OwnedFile {
  try {
    const folder = lstatSync(path.dirname(file))
    if (!folder.isDirectory()) return refused('its folder must be a real folder and no link')
    const openFolder = whyOpenToOthers(folder, owner)
    if (openFolder !== null) return refused(`its folder ${openFolder}`)
    return readOpened(openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK), owner)
  } catch (error) {
    return whyUnread(error)
  }
}

function readOpened(descriptor: number, owner: number): OwnedFile {
  try {
    const found = fstatSync(descriptor)
    if (!found.isFile() || found.nlink !== 1) return refused('it must be a plain file and no link')
    const open = whyOpenToOthers(found, owner)
    if (open !== null) return refused(`it ${open}`)
    if (found.size > longestFile) return refused('it is longer than 1 MiB')
    return { kind: 'read', text: readFileSync(descriptor, 'utf8') }
  } finally {
    closeSync(descriptor)
  }
}

function whyOpenToOthers({ uid, mode }: Stats, owner: number): string | null {
  if (uid !== owner) return `must belong to ${owner === 0 ? 'root' : `user ${owner}`}`
  return (mode & 0o022) === 0 ? null : 'must be writable by its owner alone'
}

function whyUnread(error: unknown): OwnedFile {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT') return { kind: 'absent' }
  if (code === 'ELOOP') return refused('it must be a plain file and no link')
  if (code === 'EACCES') return refused('it must be readable by every account')
  return refused(`it cannot be read (${code})`)
}
