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
import { fail, messageOf, type Result, succeed } from '../../shared/base/result'

type FileNotWritten = { readonly kind: 'file_not_written'; readonly detail: string }

function flushFolder(folder: string): void {
  // Windows cannot open a folder; there the rename itself is enough.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Somebody else's file, none any more, or a kernel that lets no program change it (administration.md).
  }
}

/** Where a file's new content is written until it is whole. */
function draftOf(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.draft`)
}

function notWritten(error: unknown): { readonly ok: false; readonly fault: FileNotWritten } {
  return fail({ kind: 'file_not_written', detail: messageOf(error) })
}

/**
 * Replaces a file as a whole: after a power cut there is either the old content or the new one. Makes the
 * folder when it is missing. On failure the old file is untouched and `detail` holds the system's words.
 */
export function writeWholeFile(file: string, content: string | Uint8Array): Result<null, FileNotWritten> {
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
    renameSync(draft, file)
    flushFolder(path.dirname(file))
    return succeed(null)
  } catch (error) {
    attempt(() => rmSync(draft, { force: true }))
    return notWritten(error)
  }
}

/** So many characters at least are written at once. */
const minWriteChars = 64 * 1024

/** A piece of a text, or why there is no rest of it. */
export type Piece = Result<string, FileNotWritten>

/**
 * Writes a text as it comes, without ever holding it whole, and replaces the file only when the last piece is on the
 * disk: until then, and on any fault, whatever stood under that name stands there still. Makes the folder when it is
 * missing. Answers the fault of a piece, or `file_not_written` with the system's words.
 * @param yieldToEventLoop called between any two pieces: it yields to the event loop.
 */
export async function writePieces(
  file: string,
  pieces: Iterable<Piece>,
  yieldToEventLoop: () => Promise<void>,
): Promise<Result<null, FileNotWritten>> {
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
    await rename(draft, file)
    flushFolder(path.dirname(file))
    return succeed(null)
  } catch (error) {
    return notWritten(error)
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

/**
 * What the program keeps is for the account that runs it alone. Windows has no such modes: a profile there is the account's own.
 * From here on every new file is for this account alone, and so are the profile's folders and the files in them that
 * were made before. A core file, where the system makes one, gets none of this program's memory. What cannot be
 * changed stays as it is and stops nobody. Must run before anything else opens a file.
 * @param folders the profiles' folders, their own subfolders not included; those that are missing are left out.
 */
export function restrictPermissions(folders: readonly string[]): void {
  if (process.platform === 'win32') return
  process.umask(0o077)
  for (const folder of folders) {
    attempt(() => {
      chmodSync(folder, 0o700)
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        // A link leads to a file that is perhaps not ours: it is never followed.
        if (entry.isFile()) attempt(() => chmodSync(path.join(folder, entry.name), 0o600))
      }
    })
  }
  // Linux asks this file what of the memory goes into a core file: nothing. Elsewhere it does not exist.
  if (process.platform === 'linux') attempt(() => writeFileSync('/proc/self/coredump_filter', '0'))
}

/**
 * Whether user ids are those of the PC. In a user namespace that an account makes for itself, its own id is 0 and its files
 * are "root's".
 * @param map the process's map of user ids; null where it can't be read
 */
export function idsAreOfThisPc(
  platform: NodeJS.Platform = process.platform,
  map: string | null = platform === 'linux' ? ownMap() : null,
): boolean {
  return platform !== 'linux' || (map !== null && /^\s*0\s+0\s+4294967295\s*$/.test(map))
}

function ownMap(): string | null {
  try {
    return readFileSync('/proc/self/uid_map', 'utf8')
  } catch {
    return null
  }
}
