/** Checks an exported journal offline. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../shared/result'
import { chainHash, chainStart, type JournalBeginning, journalLineSchema } from '../journal-line'
import {
  type ExportHeader,
  exportHeaderSchema,
  exportSchema,
  exportSeal,
  headerSum,
  lineSum,
  signedText,
} from './export-format'
import { isSignedBy } from './export-signing'

export type ExportFault = { readonly line: number | null; readonly detail: string }

/** What holds of an export. */
export type VerifiedExport = {
  /**
   * `journal`: with the till's verification key, line by line, as that till wrote them. `signature`: signed with the
   * public key that was given. `way`: nothing was changed since somebody exported it; whose it is only a key can say.
   */
  readonly holds: 'journal' | 'signature' | 'way'
  /** The public key that it was signed with; null where it was not signed. */
  readonly signedBy: string | null
  readonly lines: number
  readonly first: number | null
  readonly last: number | null
  readonly header: ExportHeader
  /** How this journal took the place of another, when the export holds its first line and it did. */
  readonly beginning: JournalBeginning | null
}

export type Verification = Result<VerifiedExport, ExportFault>

/**
 * Checks the export of any version. Answers what holds, or the first broken line by its number.
 * @param key the till's public key, or the journal's verification key (`chainKey`); null checks only what needs none.
 */
export function verifyExport(text: string, key: Buffer | null = null): Verification {
  const content = readJson(text)
  if (!content.ok) return content
  const parsed = exportSchema.safeParse(content.value)
  if (!parsed.success) return fail({ line: null, detail: 'Not a journal export: its shape is another' })
  return verifySigned(parsed.data, key)
}

type Checked = { readonly verified: VerifiedExport; readonly sum: string }
type Content = z.infer<typeof exportSchema>

/** A signed file holds on its own; whose signature it is only a key that was given can say. */
function verifySigned(content: Content, key: Buffer | null): Verification {
  if (content.version === 2) {
    const unsigned = verifyLines(content, key)
    return unsigned.ok ? succeed(unsigned.value.verified) : unsigned
  }
  const { signedBy, signature } = content
  const isSigner = key !== null && key.toString('base64') === signedBy
  const checked = verifyLines(content, isSigner ? null : key)
  if (!checked.ok) return checked
  const { verified, sum } = checked.value
  if (!isSignedBy(signedBy, signedText(sum), signature)) {
    return fail({ line: verified.last, detail: 'The signature is not of this file: it was cut or made anew' })
  }
  return succeed({ ...verified, signedBy, holds: isSigner ? 'signature' : verified.holds })
}

function readJson(text: string): Result<unknown, ExportFault> {
  try {
    return succeed(JSON.parse(text))
  } catch {
    return fail({ line: null, detail: 'Not a journal export: the file is no JSON' })
  }
}

function verifyLines(content: Content, hashKey: Buffer | null): Result<Checked, ExportFault> {
  const { lines, seal, ...rest } = content
  const { signature: _, ...fields } = { signature: '', ...rest }
  const header = exportHeaderSchema.parse(fields)
  let sum = headerSum(header)
  let before = header.previousHash
  const numbers: number[] = []
  let beginning: JournalBeginning | null = null
  for (const found of lines) {
    const due = numbers.length === 0 ? null : (numbers.at(-1) ?? 0) + 1
    const line = journalLineSchema.safeParse(found.line)
    if (!line.success)
      return fail({ line: due ?? seqOf(found.line), detail: 'The line is not a line of a journal' })
    const { seq } = line.data
    if (due !== null && seq !== due) return fail({ line: due, detail: 'The line is missing' })
    if (seq === 1 && before !== chainStart(header.journal).hash) {
      return fail({ line: 1, detail: 'The line begins the chain of another journal' })
    }
    const text = JSON.stringify(found.line)
    sum = lineSum(sum, found.hash, text)
    if (sum !== found.sum) return fail({ line: seq, detail: 'The line or what stands before it was changed' })
    if (hashKey !== null && chainHash(hashKey, before, text) !== found.hash) {
      return fail({ line: seq, detail: 'The line is not as that till wrote it' })
    }
    before = found.hash
    numbers.push(seq)
    if ('beginning' in line.data) beginning = line.data.beginning
  }
  const last = numbers.at(-1) ?? null
  const end = endFault(header, last, before, hashKey === null || exportSeal(hashKey, sum) === seal)
  if (end !== null) return fail({ line: last, detail: end })
  const holds = hashKey === null ? 'way' : 'journal'
  const first = numbers[0] ?? null
  const verified = { holds, signedBy: null, lines: lines.length, first, last, header, beginning } as const
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
