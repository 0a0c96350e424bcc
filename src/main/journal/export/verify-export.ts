/** Checks an export of the record offline, and says what holds. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../shared/base/result'
import { practiceName } from '../../service/address'
import { attemptWork } from '../../system/database'
import type { JournalKeys } from '../journal-keys'
import {
  chainHash,
  chainKey,
  chainStart,
  type JournalBeginning,
  type JournalLine,
  journalLineSchema,
} from '../journal-line'
import type { UnreadLines } from '../journal-types'
import {
  type ExportHeader,
  exportSchema,
  exportSeal,
  headerSum,
  lineSum,
  signedText,
  unreadSum,
} from './export-format'
import { type ExportKey, isSignedBy } from './export-keys'

/** `no_export`: another kind of file. `broken`: an export that does not hold; `line` is null where no line is to blame. */
export type ExportFault =
  | { readonly kind: 'no_export'; readonly detail: string }
  | { readonly kind: 'broken'; readonly line: number | null; readonly detail: string }

/** What holds of an export. */
export type VerifiedExport = {
  /**
   * `journal`: by the till's verification key, each line is as that till wrote it. `signature`: it is signed by the public
   * key that was given. `way`: nothing was changed since somebody exported it; only a key can say who.
   */
  readonly holds: 'journal' | 'signature' | 'way'
  readonly lines: number
  /** Lines that the till could not read when it exported. */
  readonly unread: readonly UnreadLines[]
  readonly first: number | null
  readonly last: number | null
  readonly header: ExportHeader
  /** How this journal replaced another; null when the export does not have that line. */
  readonly beginning: JournalBeginning | null
  /** Whether refunds of practice stand in it. */
  readonly practice: boolean
}

type Verification = Result<VerifiedExport, ExportFault>
type Content = z.infer<typeof exportSchema>

const broken = (line: number | null, detail: string) => fail({ kind: 'broken', line, detail } as const)

/**
 * Returns what holds, or the number of the first broken line. With a public key only what that key signed holds.
 * @param key null checks only what needs no key.
 */
export function verifyExport(text: string, key: ExportKey | null = null): Verification {
  const read = attemptWork<unknown>(() => JSON.parse(text))
  if (!read.ok) return fail({ kind: 'no_export', detail: 'It is not JSON, or not all of it' })
  const parsed = exportSchema.safeParse(read.value)
  if (!parsed.success) return fail({ kind: 'no_export', detail: 'Its shape is another' })
  const { signedBy, signature } = parsed.data
  if (key?.kind === 'public' && key.text !== signedBy) {
    return broken(null, `It is signed by another key than the one that was given: ${signedBy}`)
  }
  const checked = verifyLines(parsed.data, key?.kind === 'verification' ? key.key : null)
  if (!checked.ok) return checked
  const { sum, ...verified } = checked.value
  if (!isSignedBy(signedBy, signedText(sum), signature)) {
    return broken(verified.last, 'The signature is not of this file: it was cut or made anew')
  }
  const plain = attemptWork(() => withoutSpaces(text))
  if (!plain.ok || plain.value !== JSON.stringify(read.value)) {
    return broken(
      null,
      'Something stands in it twice, or is written otherwise, so that others may read it otherwise',
    )
  }
  return succeed(key?.kind === 'public' ? { ...verified, holds: 'signature' } : verified)
}

/** Removes what JSON allows between its tokens. */
function withoutSpaces(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1')
}

function verifyLines(
  { lines, seal, signature: _, ...header }: Content,
  hashKey: Buffer | null,
): Result<VerifiedExport & { readonly sum: string }, ExportFault> {
  let sum = headerSum(header)
  let before: string | null = header.previousHash
  const unread: UnreadLines[] = []
  let first: number | null = null
  let last: number | null = null
  let beginning: JournalBeginning | null = null
  let practice = false
  for (const found of lines) {
    const due: number | null = last === null ? null : last + 1
    if ('unread' in found) {
      const gap = found.unread
      sum = unreadSum(sum, gap)
      if (sum !== found.sum || gap.first > gap.last || gap.first !== (due ?? gap.first)) {
        return broken(gap.first, 'What is said of lines that could not be read was changed')
      }
      unread.push(gap)
      first ??= gap.first
      last = gap.last
      continue
    }
    const line = journalLineSchema.safeParse(found.line)
    if (!line.success) return broken(due ?? seqOf(found.line), 'The line is not a line of a journal')
    const { seq } = line.data
    if (due !== null && seq !== due) return broken(due, 'The line is missing')
    if (seq === 1 && before !== chainStart(header.journal).hash) {
      return broken(1, 'The line begins the chain of another journal')
    }
    if (unread.at(-1)?.last === seq - 1) {
      before = 'first' in line.data ? line.data.first.before : null
    }
    const text = JSON.stringify(found.line)
    sum = lineSum(sum, found.hash, text)
    if (sum !== found.sum) return broken(seq, 'The line or what stands before it was changed')
    if (hashKey !== null && before !== null && chainHash(hashKey, before, text) !== found.hash) {
      return broken(seq, 'The line is not as that till wrote it')
    }
    before = found.hash
    first ??= seq
    last = seq
    if ('beginning' in line.data) beginning = line.data.beginning
    practice ||= isOfPractice(line.data)
  }
  const { head } = header
  // Lines after the last one exported are allowed: a range may end before the journal does.
  const leadsToHead = before === head.hash || unread.at(-1)?.last === last
  if (last !== null && (last > head.seq || (last === head.seq && !leadsToHead))) {
    return broken(last, 'The last line does not lead to the head that the export names')
  }
  if (hashKey !== null && exportSeal(hashKey, sum) !== seal) {
    return broken(last, 'The seal is not that till’s: lines may have been cut off')
  }
  const holds = hashKey === null ? 'way' : 'journal'
  return succeed({
    holds,
    lines: lines.length - unread.length,
    unread,
    first,
    last,
    header,
    beginning,
    practice,
    sum,
  })
}

function isOfPractice(line: JournalLine): boolean {
  if (!('event' in line) || !('marker' in line)) return false
  const { event } = line
  const sent = event.kind === 'sending' ? event : event.kind === 'taken_over' ? event.attempt : null
  return sent?.intent.serviceAddress === practiceName
}

function seqOf(line: unknown): number | null {
  const named = z.object({ seq: z.number() }).safeParse(line)
  return named.success ? named.data.seq : null
}

const namesJournal = z.object({ journal: z.string() })

/**
 * Finds the key in these keychains that shows an export to be the till's own record (docs/refund-protocol.md). Null where the
 * export is another till's or cannot be read, or no keychain answers.
 */
export async function findVerificationKey(
  file: string,
  keychains: readonly Pick<JournalKeys, 'readKey'>[],
): Promise<ExportKey | null> {
  // Verifying the file reports what is wrong with it.
  const named = attemptWork(() => namesJournal.parse(JSON.parse(readFileSync(file, 'utf8'))).journal)
  if (!named.ok) return null
  for (const keys of keychains) {
    const key = await keys.readKey(named.value)
    if (key.ok && key.value !== null) return { kind: 'verification', key: chainKey(key.value) }
  }
  return null
}

/**
 * What to print, and the exit code. 0: it holds by a key. 1: it does not hold, or lacks lines that the till could not read.
 * 2: the file or the key cannot be read. 3: it holds, but there was no key to say whose it is.
 */
export type FileVerdict = { readonly words: string; readonly code: 0 | 1 | 2 | 3 }

/**
 * Checks a journal's JSON export, offline. Names the first wrong line of a broken chain.
 * @param key null checks only what needs no key.
 */
export function verifyJournalFile(file: string, key: ExportKey | null = null): FileVerdict {
  const text = attemptWork(() => readFileSync(file, 'utf8'))
  if (!text.ok) return { words: `The file cannot be read: ${text.fault.detail}`, code: 2 }
  const result = verifyExport(text.value, key)
  if (result.ok) {
    const { holds, unread } = result.value
    return { words: wordsOf(result.value), code: unread.length > 0 ? 1 : holds === 'way' ? 3 : 0 }
  }
  const { fault } = result
  if (fault.kind === 'no_export') {
    return { words: `This file is no export of a journal. ${fault.detail}.`, code: 1 }
  }
  const place = fault.line === null ? '' : ` at line ${fault.line}`
  return { words: `Not whole${place}: ${fault.detail}.`, code: 1 }
}

const written = (time: string) => `${time.replace('T', ' ').slice(0, 19)} UTC`

/** The words of each verdict, which come first and claim no more than holds. */
const verdicts = {
  journal: 'each as this till wrote it',
  signature: 'signed by this till’s key',
  way: 'key not compared',
} as const

const signedByAnybody =
  'Anybody can sign with a key of his own. Check it on its till, or give the till’s public key with --public-key=KEY.'

function wordsOf(verified: VerifiedExport): string {
  const { holds, lines, unread, first, last, header, beginning, practice } = verified
  const count = `${lines} ${lines === 1 ? 'line' : 'lines'}, ${verdicts[holds]}.`
  const gaps = unread.map((gap) => `${gap.first} to ${gap.last}`).join(', ')
  return [
    unread.length === 0
      ? `Whole: ${count}`
      : `Not whole: the till could not read lines ${gaps}. The rest holds: ${count}`,
    ...(practice ? ['Refunds of practice stand in it, which moved no real money.'] : []),
    first === null
      ? 'This journal has no line of that range. Those of a journal before it are not in this file.'
      : `Lines ${first} to ${last}.`,
    `Journal ${header.journal}, ${written(header.from)} to ${written(header.to)}, exported on ${written(header.exportedAt)}.`,
    `Signed by ${header.signedBy}.`,
    `The journal stood at line ${header.head.seq}, ${header.head.hash}.`,
    'Whether the till has written more since, this file cannot say: compare that line with a newer export.',
    ...(holds === 'way' ? [signedByAnybody] : []),
    ...(beginning === null ? [] : wordsOfBeginning(beginning)),
  ].join('\n')
}

function wordsOfBeginning({ at, by, attempts, unread, missing, oldHead }: JournalBeginning) {
  const time = written(new Date(at).toISOString())
  return [
    `This journal was begun anew on ${time} by ${by.supervisor}: ${by.why}`,
    `It took over ${attempts} refunds; ${unread} that cannot be read stay locked; lines that could not be read: ${missing ?? 'not known'}.`,
    `The old chain’s head was ${oldHead ?? 'not known'}.`,
  ]
}
