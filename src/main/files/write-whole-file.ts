import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { fail, type Result, succeed } from '../../shared/result'

export type FileNotWritten = { readonly kind: 'file_not_written'; readonly detail: string }

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

function writeFlushed(file: string, content: string | Uint8Array): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    let written = 0
    while (written < bytes.length) written += writeSync(handle, bytes, written)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Replaces a file as a whole: after a power cut there is either the old content or the new one. Makes the
 * folder when it is missing. On failure the old file is untouched and `detail` holds the system's words.
 */
export function writeWholeFile(file: string, content: string | Uint8Array): Result<null, FileNotWritten> {
  const folder = path.dirname(file)
  const draft = path.join(folder, `.${path.basename(file)}.${randomUUID()}.draft`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFlushed(draft, content)
    renameSync(draft, file)
    flushFolder(folder)
    return succeed(null)
  } catch (error) {
    rmSync(draft, { force: true })
    return fail({ kind: 'file_not_written', detail: error instanceof Error ? error.message : String(error) })
  }
}
