import { readFileSync } from 'node:fs'
import { verifyExport } from './export-journal'

/** What to print, and the exit code: 0 the chain holds, 1 a link is broken, 2 the file can not be read. */
export type FileVerdict = { readonly words: string; readonly code: 0 | 1 | 2 }

/** Checks the chain of a journal's JSON export, offline. A broken chain is named by its first wrong line. */
export function verifyJournalFile(file: string): FileVerdict {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return {
      words: `The file can not be read: ${error instanceof Error ? error.message : String(error)}`,
      code: 2,
    }
  }
  const result = verifyExport(text)
  if (result.ok) return { words: `The chain holds: ${result.value.lines} lines.`, code: 0 }
  const place = result.fault.line === null ? '' : ` at line ${result.fault.line}`
  return { words: `The chain is broken${place}: ${result.fault.detail}.`, code: 1 }
}
