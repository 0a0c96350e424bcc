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
} from './export-format'
import { verifyFormerExport } from './verify-former-export'

export type ExportFault = { readonly line: number | null; readonly detail: string }

/** What holds of an export. */
export type VerifiedExport = {
  /**
   * `journal`: with the key, line by line, as that till wrote them. `way`: nothing was changed on the way from whoever
   * exported it; that it is a till's own only the key can say.
   */
  readonly holds: 'journal' | 'way'
  readonly lines: number
  readonly first: number | null
  readonly last: number | null
  /** Null in an export of the former format, which does not say so. */
  readonly header: ExportHeader | null
  /** How this journal took the place of another, when the export holds its first line and it did. */
  readonly beginning: JournalBeginning | null
}

export type Verification = Result<VerifiedExport, ExportFault>

const versionSchema = z.object({ version: z.unknown() })

/**
 * Checks the export of any version. Answers what holds, or the first broken line by its number.
 * @param hashKey the journal's verification key (`chainKey`); null checks only what needs none.
 */
export function verifyExport(text: string, hashKey: Buffer | null = null): Verification {
  const content = readJson(text)
  if (!content.ok) return content
  const version = versionSchema.safeParse(content.value)
  if (version.success && version.data.version === 1) return verifyFormerExport(content.value)
  const parsed = exportSchema.safeParse(content.value)
  if (!parsed.success) return fail({ line: null, detail: 'Not a journal export: its shape is another' })
  return verifyLines(parsed.data, hashKey)
}

function readJson(text: string): Result<unknown, ExportFault> {
  try {
    return succeed(JSON.parse(text))
  } catch {
    return fail({ line: null, detail: 'Not a journal export: the file is no JSON' })
  }
}

function verifyLines(content: z.infer<typeof exportSchema>, hashKey: Buffer | null): Verification {
  const { lines, seal, ...rest } = content
  const header = exportHeaderSchema.parse(rest)
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
  return succeed({ holds, lines: lines.length, first: numbers[0] ?? null, last, header, beginning })
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
