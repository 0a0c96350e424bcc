import { readFileSync } from 'node:fs'
import type { JournalBeginning } from '../journal-line'
import { type VerifiedExport, verifyExport } from './verify-export'

const written = (time: string) => `${time.replace('T', ' ').slice(0, 19)} UTC`

/** What holds, in a sentence that says no more than that. */
function firstWords({ holds: what, signedBy }: VerifiedExport): string {
  if (what === 'journal') return 'The chain holds: every line is as this till wrote it.'
  if (what === 'signature') return 'The signature holds: it was made with the key that was given.'
  if (signedBy === null) return 'Nothing was damaged on the way. It is not signed, and no key was given.'
  return `Signed by ${signedBy}, key not compared.`
}

/** What holds, in words. */
function holds(verified: VerifiedExport): string {
  const { lines, first, last, header, beginning, signedBy } = verified
  const range =
    first === null
      ? 'It holds 0 lines: nothing happened in that range'
      : `Lines ${first} to ${last}, ${lines} in all`
  return [
    `${firstWords(verified)} ${range}.`,
    ...(verified.holds === 'journal' && signedBy !== null ? [`Signed by ${signedBy}.`] : []),
    `Journal ${header.journal}, ${written(header.from)} to ${written(header.to)}, exported on ${written(header.exportedAt)}.`,
    `The journal stood at line ${header.head.seq}, ${header.head.hash}.`,
    'Whether the till has written more since, this file cannot say: compare that line with a newer export.',
    ...(verified.holds === 'way'
      ? [
          'Anybody can sign with a key of his own. Check it on its till, or give the till’s key with --key=KEY.',
        ]
      : []),
    ...(beginning === null ? [] : beginningWords(beginning)),
  ].join('\n')
}

function beginningWords({
  at,
  by,
  attempts,
  unread,
  missing,
  oldHead,
  files,
}: JournalBeginning): readonly string[] {
  const time = written(new Date(at).toISOString())
  return [
    `This journal was begun anew on ${time} by ${by.supervisor}: ${by.why}`,
    `It took over ${attempts} refunds; ${unread} that cannot be read stay locked; lines that could not be read: ${missing ?? 'not known'}.`,
    `The old chain’s head was ${oldHead ?? 'not known'}. What was read:`,
    ...files.map(({ file, sha256 }) => `  ${file} (SHA-256 ${sha256})`),
  ]
}

/**
 * What to print, and the exit code: 0 it holds, by a key; 1 it does not; 2 file or key cannot be read; 3 no key was there
 * to compare, so nobody can say whose it is.
 */
export type FileVerdict = { readonly words: string; readonly code: 0 | 1 | 2 | 3 }

/** The till's public key, or the key as `Journal.verificationKey` gives it, in base64; null when it is none. */
function readKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64')
  return key.length === 32 ? key : null
}

/**
 * Checks a journal's JSON export, offline. A broken chain is named by its first wrong line.
 * @param keyText the till's public or verification key in base64; null checks only what needs none.
 */
export function verifyJournalFile(file: string, keyText: string | null = null): FileVerdict {
  const key = keyText === null ? null : readKey(keyText)
  if (keyText !== null && key === null) {
    return { words: 'The key cannot be read: it has 32 bytes, written in base64.', code: 2 }
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return {
      words: `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      code: 2,
    }
  }
  const result = verifyExport(text, key)
  if (result.ok) return { words: holds(result.value), code: result.value.holds === 'way' ? 3 : 0 }
  const place = result.fault.line === null ? '' : ` at line ${result.fault.line}`
  return { words: `The chain is broken${place}: ${result.fault.detail}.`, code: 1 }
}
