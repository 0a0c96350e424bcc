/** The file that a journal is exported to, and what binds its lines (docs/journal-file.md). */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { chainHash } from '../journal-line'

export const exportFormat = 'Tillside journal export'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What stands before the lines. */
export const exportHeaderSchema = z
  .object({
    format: z.literal(exportFormat),
    version: z.literal(2),
    journal: z.string(),
    exportedAt: z.string(),
    from: z.string(),
    to: z.string(),
    /** The journal's own keyed hash before the first line. */
    previousHash: hash,
    /** Where the journal stood when it was exported. */
    head: z.object({ seq: z.number().int(), hash }).strict(),
  })
  .strict()
export type ExportHeader = z.infer<typeof exportHeaderSchema>

/**
 * `hash` is the journal's, keyed: only with the till's key can it be checked. `sum` needs no key: it covers the header
 * and every line up to this one. `seal` is keyed and covers the last sum, so nobody without the key can cut lines off.
 */
export const exportSchema = exportHeaderSchema.extend({
  lines: z.array(z.object({ hash, sum: hash, line: z.unknown() }).strict()),
  seal: hash,
})

/** The sum before the first line. */
export function headerSum(header: ExportHeader): string {
  return createHash('sha256')
    .update(JSON.stringify(exportHeaderSchema.parse(header)), 'utf8')
    .digest('hex')
}

/** The sum after one more line, as it stands in the file. */
export function lineSum(before: string, lineHash: string, text: string): string {
  return createHash('sha256').update(`${before}\n${lineHash}\n${text}`, 'utf8').digest('hex')
}

/** @param last the sum of the last line, or of the header where there is none. */
export function exportSeal(hashKey: Buffer, last: string): string {
  return chainHash(hashKey, last, exportFormat)
}
