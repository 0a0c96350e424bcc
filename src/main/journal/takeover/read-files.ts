/** Opens the files of an old journal for reading: they stay exactly as they are. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { attemptWork } from '../../database/open-database'
import type { OldFile } from './old-journal'
import { type FileReading, type FoundRow, rowsIn } from './sqlite-pages'

/** What of node:fs a takeover needs. It never writes, removes or renames. */
export type OldFiles = FileReading & { readonly existsSync: (file: string) => boolean }

const pieceBytes = 1024 * 1024

/**
 * Lends the rows that can be found in a database file and its log.
 * @param name below the folder. @param yieldToEventLoop called again and again while they are read. Throws only when the
 * disk does not let the files be opened.
 */
export async function withRows<T>(
  fs: OldFiles,
  folder: string,
  name: string,
  yieldToEventLoop: () => Promise<void>,
  use: (rows: Iterable<FoundRow>, files: readonly OldFile[]) => Promise<T>,
): Promise<T> {
  const names = [name, `${name}-wal`].filter((each) => fs.existsSync(join(folder, each)))
  const files: OldFile[] = []
  for (const each of names) {
    files.push({ file: each, sha256: await digestOf(fs, join(folder, each), yieldToEventLoop) })
  }
  const hasLog = names.includes(`${name}-wal`)
  const log = hasLog ? await readWhole(fs, join(folder, `${name}-wal`), yieldToEventLoop) : Buffer.alloc(0)
  if (!names.includes(name)) return use([], files)
  const handle = fs.openSync(join(folder, name), 'r')
  try {
    return await use(rowsIn(fs, handle, log), files)
  } finally {
    fs.closeSync(handle)
  }
}

async function readWhole(
  fs: FileReading,
  file: string,
  yieldToEventLoop: () => Promise<void>,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (const piece of piecesOf(fs, file)) {
    pieces.push(piece)
    await yieldToEventLoop()
  }
  return Buffer.concat(pieces)
}

/** The digest of a file in hexadecimal, as a beginning names it. @param yieldToEventLoop called after every piece. */
export async function digestOf(
  fs: FileReading,
  file: string,
  yieldToEventLoop: () => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  for (const piece of piecesOf(fs, file)) {
    hash.update(piece)
    await yieldToEventLoop()
  }
  return hash.digest('hex')
}

function* piecesOf(fs: FileReading, file: string): Generator<Buffer> {
  const handle = fs.openSync(file, 'r')
  try {
    for (let at = 0; ; ) {
      const piece = Buffer.alloc(pieceBytes)
      // What a disk cannot read any more is passed over; the rest of the file still counts.
      const done = attemptWork(() => fs.readSync(handle, piece, 0, pieceBytes, at))
      if (done.ok && done.value === 0) return
      const read = done.ok ? done.value : pieceBytes
      at += read
      if (at > fs.fstatSync(handle).size + pieceBytes) return
      yield piece.subarray(0, read)
    }
  } finally {
    fs.closeSync(handle)
  }
}
