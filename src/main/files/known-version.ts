/**
 * Which version of its form a file or keychain entry says it has. One that says nothing is of version 1, the only one so
 * far. Whoever changes what a key means, or allows a value that was none before, raises the number; a key that is only
 * added raises nothing, for what a program does not know it keeps.
 */
import { readFileSync } from 'node:fs'
import { fail, type Result } from '../../shared/result'
import { type FileNotWritten, writeWholeFile } from './write-whole-file'

const knownVersion = 1

/** Whether this, as it was parsed, is of a newer program. By hand: it is asked before the window opens. */
export function isOfNewerVersion(content: unknown): boolean {
  if (typeof content !== 'object' || content === null) return false
  const version: unknown = Reflect.get(content, 'version')
  return typeof version === 'number' && version > knownVersion
}

/** The same of a text. What is no JSON is of no version. */
export function isNewerText(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false
  try {
    return isOfNewerVersion(JSON.parse(text))
  } catch {
    return false
  }
}

/** The same of a file; one that is not there or cannot be read is not newer. */
export function isNewerFile(file: string): boolean {
  try {
    return isNewerText(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}

/** Writes a small file whole, unless a newer program wrote the one that is there: that one stays as it is. */
export function writeUnlessNewer(file: string, content: string): Result<null, FileNotWritten> {
  if (isNewerFile(file)) return fail({ kind: 'file_not_written', detail: newerWords(file) })
  return writeWholeFile(file, content)
}

/** Why a file is left alone, for the log and beside what could not be saved. */
export function newerWords(file: string): string {
  return `A newer Tillside wrote ${file}. This one leaves it as it is.`
}
