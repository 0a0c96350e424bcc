import { readFileSync } from 'node:fs'
import { type VerifiedExport, verifyExport } from './export-journal'

/** That the chain holds, and how it began when it took the place of another journal. */
function holds({ lines, beginning }: VerifiedExport): string {
  const words = `The chain holds: ${lines} lines.`
  if (beginning === null) return words
  const { at, supervisor, why, attempts, undecided, whole, oldHead, setAside } = beginning
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 19)
  return [
    words,
    `This journal was begun anew on ${time} UTC by ${supervisor}: ${why}`,
    `It took over ${attempts} refunds, ${undecided.length} of them undecided; the old one ${whole ? 'could be read whole' : 'could not be read whole'}.`,
    `The old chain’s head was ${oldHead ?? 'not known'}. Set aside:`,
    ...setAside.map(({ file, sha256 }) => `  ${file} (SHA-256 ${sha256})`),
  ].join('\n')
}

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
  if (result.ok) return { words: holds(result.value), code: 0 }
  const place = result.fault.line === null ? '' : ` at line ${result.fault.line}`
  return { words: `The chain is broken${place}: ${result.fault.detail}.`, code: 1 }
}
