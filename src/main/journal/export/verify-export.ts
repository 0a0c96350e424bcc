/** Checks an exported journal offline. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../shared/result'
import { chainHash, chainStart, type JournalBeginning, journalLineSchema } from '../journal-line'
import { type ExportHeader, exportSchema, exportSeal, headerSum, lineSum, signedText } from './export-format'
import type { ExportKey } from './export-keys'
import { isSignedBy } from './export-signing'

/** `no_export`: the file is another one. `broken`: it was an export; `line` is null where no line is to blame. */
export type ExportFault =
  | { readonly kind: 'no_export'; readonly detail: string }
  | { readonly kind: 'broken'; readonly line: number | null; readonly detail: string }

/** What holds of an export. */
export type VerifiedExport = {
  /**
   * `journal`: with the till's verification key, line by line, as that till wrote them. `signature`: signed with the
   * public key that was given. `way`: nothing was changed since somebody exported it; whose it is only a key can say.
   */
  readonly holds: 'journal' | 'signature' | 'way'
  readonly lines: number
  readonly first: number | null
  readonly last: number | null
  readonly header: ExportHeader
  /** How this journal took the place of another, when the export holds its first line and it did. */
  readonly beginning: JournalBeginning | null
}

export type Verification = Result<VerifiedExport, ExportFault>

/**
 * Answers what holds, or the first broken line by its number. With a public key nothing holds but what that key signed.
 * @param key null checks only what needs none.
 */
export function verifyExport(text: string, key: ExportKey | null = null): Verification {
  const content = readJson(text)
  if (!content.ok) return content
  const parsed = exportSchema.safeParse(content.value)
  if (!parsed.success) return fail({ kind: 'no_export', detail: 'Its shape is another' })
  return verifySigned(parsed.data, key)
}

type Checked = { readonly verified: VerifiedExport; readonly sum: string }
type Content = z.infer<typeof exportSchema>

const broken = (line: number | null, detail: string) => fail({ kind: 'broken', line, detail } as const)

function verifySigned(content: Content, key: ExportKey | null): Verification {
  const { signedBy, signature } = content
  if (key?.kind === 'public' && key.text !== signedBy) {
    return broken(null, `It is signed by another key than the one that was given: ${signedBy}`)
  }
  const checked = verifyLines(content, key?.kind === 'verification' ? key.key : null)
  if (!checked.ok) return checked
  const { verified, sum } = checked.value
  if (!isSignedBy(signedBy, signedText(sum), signature)) {
    return broken(verified.last, 'The signature is not of this file: it was cut or made anew')
  }
  return succeed({ ...verified, holds: key?.kind === 'public' ? 'signature' : verified.holds })
}

function readJson(text: string): Result<unknown, ExportFault> {
  try {
    return succeed(JSON.parse(text))
  } catch {
    return fail({ kind: 'no_export', detail: 'It is not JSON, or not all of it' })
  }
}

function verifyLines(content: Content, hashKey: Buffer | null): Result<Checked, ExportFault> {
  const { lines, seal, signature: _, ...header } = content
  let sum = headerSum(header)
  let before = header.previousHash
  const numbers: number[] = []
  let beginning: JournalBeginning | null = null
  for (const found of lines) {
    const due = numbers.length === 0 ? null : (numbers.at(-1) ?? 0) + 1
    const line = journalLineSchema.safeParse(found.line)
    if (!line.success) return broken(due ?? seqOf(found.line), 'The line is not a line of a journal')
    const { seq } = line.data
    if (due !== null && seq !== due) return broken(due, 'The line is missing')
    if (seq === 1 && before !== chainStart(header.journal).hash) {
      return broken(1, 'The line begins the chain of another journal')
    }
    const text = JSON.stringify(found.line)
    sum = lineSum(sum, found.hash, text)
    if (sum !== found.sum) return broken(seq, 'The line or what stands before it was changed')
    if (hashKey !== null && chainHash(hashKey, before, text) !== found.hash) {
      return broken(seq, 'The line is not as that till wrote it')
    }
    before = found.hash
    numbers.push(seq)
    if ('beginning' in line.data) beginning = line.data.beginning
  }
  const last = numbers.at(-1) ?? null
  const end = endFault(header, last, before, hashKey === null || exportSeal(hashKey, sum) === seal)
  if (end !== null) return broken(last, end)
  const holds = hashKey === null ? 'way' : 'journal'
  const first = numbers[0] ?? null
  const verified = { holds, lines: lines.length, first, last, header, beginning } as const
  return succeed({ verified, sum })
}

/** Lines after the last one exported are allowed: a range may end before the journal does. */
function endFault({ head }: ExportHeader, last: number | null, hash: string, sealed: boolean): string | null {
  if (last !== null && (last > head.seq || (last === head.seq && hash !== head.hash))) {
    return 'The last line does not lead to the head that the export names'
  }
  return sealed ? null : 'The seal is not that till’s: lines may have been cut off'
}

function seqOf(line: unknown): number | null {
  const named = z.object({ seq: z.number() }).safeParse(line)
  return named.success ? named.data.seq : null
}
