import { readFileSync } from 'node:fs'
import { attemptWork } from '../../database/open-database'
import type { JournalBeginning } from '../journal-line'
import type { ExportKey } from './export-keys'
import { type VerifiedExport, verifyExport } from './verify-export'

const written = (time: string) => `${time.replace('T', ' ').slice(0, 19)} UTC`

/** The verdict comes first; it says no more than what holds. */
const verdicts = {
  journal: 'each as this till wrote it',
  signature: 'signed by this till’s key',
  way: 'key not compared',
} as const

function holds({ holds: what, lines, first, last, header, beginning }: VerifiedExport): string {
  return [
    `Whole: ${lines} ${lines === 1 ? 'line' : 'lines'}, ${verdicts[what]}.`,
    first === null ? 'Nothing happened in that range.' : `Lines ${first} to ${last}.`,
    `Journal ${header.journal}, ${written(header.from)} to ${written(header.to)}, exported on ${written(header.exportedAt)}.`,
    `Signed by ${header.signedBy}.`,
    `The journal stood at line ${header.head.seq}, ${header.head.hash}.`,
    'Whether the till has written more since, this file cannot say: compare that line with a newer export.',
    ...(what === 'way'
      ? [
          'Anybody can sign with a key of his own. Check it on its till, or give the till’s public key with --public-key=KEY.',
        ]
      : []),
    ...(beginning === null ? [] : beginningWords(beginning)),
  ].join('\n')
}

function beginningWords({ at, by, attempts, unread, missing, oldHead }: JournalBeginning): readonly string[] {
  const time = written(new Date(at).toISOString())
  return [
    `This journal was begun anew on ${time} by ${by.supervisor}: ${by.why}`,
    `It took over ${attempts} refunds; ${unread} that cannot be read stay locked; lines that could not be read: ${missing ?? 'not known'}.`,
    `The old chain’s head was ${oldHead ?? 'not known'}.`,
  ]
}

/**
 * What to print, and the exit code: 0 it holds, by a key; 1 it does not; 2 file or key cannot be read; 3 no key was there
 * to compare, so nobody can say whose it is.
 */
export type FileVerdict = { readonly words: string; readonly code: 0 | 1 | 2 | 3 }

/**
 * Checks a journal's JSON export, offline. A broken chain is named by its first wrong line.
 * @param key null checks only what needs none.
 */
export function verifyJournalFile(file: string, key: ExportKey | null = null): FileVerdict {
  const text = attemptWork(() => readFileSync(file, 'utf8'))
  if (!text.ok) return { words: `The file cannot be read: ${text.fault.detail}`, code: 2 }
  const result = verifyExport(text.value, key)
  if (result.ok) return { words: holds(result.value), code: result.value.holds === 'way' ? 3 : 0 }
  const { fault } = result
  if (fault.kind === 'no_export')
    return { words: `This file is no export of a journal. ${fault.detail}.`, code: 1 }
  const place = fault.line === null ? '' : ` at line ${fault.line}`
  return { words: `Not whole${place}: ${fault.detail}.`, code: 1 }
}
