/**
 * Which version of its form a file or keychain entry says it has. One that says nothing is of version 1, the only one so
 * far. Whoever changes what a key means, or allows a value that was none before, raises the number (CONTRIBUTING.md, "A
 * release").
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

/**
 * Writes these values into a small file of JSON, which is replaced whole. What else stands in it stays, for a newer program
 * may have put it there; a value that is undefined goes. One that a newer program wrote in a form of its own is not
 * touched.
 */
export function writeValues(
  file: string,
  values: Readonly<Record<string, unknown>>,
): Result<null, FileNotWritten> {
  const before = readObject(file)
  if (isOfNewerVersion(before)) return fail({ kind: 'file_not_written', detail: newerWords(file) })
  return writeWholeFile(file, JSON.stringify({ ...before, ...values }))
}

/** Empty where it is not there, or no object. */
function readObject(file: string): object {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? content : {}
  } catch {
    return {}
  }
}

/** Why a file is left alone, for the log and beside what could not be saved. */
export function newerWords(file: string): string {
  return `A newer Tillside wrote ${file}. This one leaves it as it is.`
}
