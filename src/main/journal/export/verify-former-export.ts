/** Checks an export of the former format, version 1: a chain of plain hashes, which anybody could make anew. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { fail, succeed } from '../../../shared/result'
import { chainStart } from '../journal-line'
import type { Verification } from './verify-export'

const formerExportSchema = z
  .object({
    format: z.literal('Tillside journal export'),
    version: z.literal(1),
    journal: z.string(),
    exportedAt: z.string(),
    from: z.string(),
    to: z.string(),
    previousHash: z.string(),
    lines: z.array(z.object({ hash: z.string(), line: z.unknown() }).strict()),
    head: z.object({ seq: z.number().int(), hash: z.string() }).strict(),
  })
  .strict()

const seqSchema = z.object({ seq: z.number().int().positive() })

/** Answers what `verifyExport` answers; that lines are a till's own it can never say. */
export function verifyFormerExport(content: unknown): Verification {
  const parsed = formerExportSchema.safeParse(content)
  if (!parsed.success) return fail({ line: null, detail: 'Not a journal export: its shape is another' })
  const { journal, previousHash, lines, head } = parsed.data
  let before = previousHash
  let last: number | null = null
  for (const { line, hash } of lines) {
    const found = seqSchema.safeParse(line)
    const due: number | null = last === null ? null : last + 1
    if (!found.success) return fail({ line: due, detail: 'The line is not a line of a journal' })
    const { seq } = found.data
    if (due !== null && seq !== due) return fail({ line: due, detail: 'The line is missing' })
    if (seq === 1 && before !== chainStart(journal).hash) {
      return fail({ line: 1, detail: 'The line begins the chain of another journal' })
    }
    const expected = createHash('sha256')
      .update(`${before}\n${JSON.stringify(line)}`, 'utf8')
      .digest('hex')
    if (expected !== hash) {
      return fail({ line: seq, detail: 'The hash does not fit the line and the hash before it' })
    }
    before = hash
    last = seq
  }
  if (last !== null && (last > head.seq || (last === head.seq && before !== head.hash))) {
    return fail({ line: last, detail: 'The last line does not lead to the head that the export names' })
  }
  const first = last === null ? null : last - lines.length + 1
  return succeed({
    holds: 'way',
    signedBy: null,
    lines: lines.length,
    first,
    last,
    header: null,
    beginning: null,
  })
}
