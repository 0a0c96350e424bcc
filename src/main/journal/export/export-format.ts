/** The format of an exported journal, and what binds its lines (docs/refund-protocol.md). */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { chainHash } from '../journal-line'
import type { UnreadLines } from '../journal-types'
import { readPublicKey } from './export-keys'

export const exportFormat = 'Tillside journal export'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const headerFields = z
  .object({
    format: z.literal(exportFormat),
    version: z.literal(1),
    journal: z.string(),
    exportedAt: z.string(),
    from: z.string(),
    to: z.string(),
    /** The journal's own keyed hash before the export's first line. */
    previousHash: hash,
    /** The head of the journal when it was exported. */
    head: z.object({ seq: z.number().int(), hash }).strict(),
    /** The public key (export-keys.ts). */
    signedBy: z.string().refine((text) => readPublicKey(text) !== null),
  })
  .strict()

/** All fields before the lines. */
export type ExportHeader = z.infer<typeof headerFields>

/** Lines that the till could no longer read. The hash before the next line is unknown, unless that line begins a file. */
const unread = z
  .object({ first: z.number().int().positive(), last: z.number().int().positive() })
  .strict()
  .readonly()

/**
 * `hash` is the journal's keyed hash, which only the till's key can check. `sum` needs no key: it covers the header and every
 * line up to this one. `seal` is keyed and covers the last sum, so that nobody without the key can cut lines off; so does
 * `signature`, which the public key shows to be the till's.
 */
const lines = z.array(
  z.union([
    z.object({ hash, sum: hash, line: z.unknown() }).strict(),
    z.object({ sum: hash, unread }).strict(),
  ]),
)
export const exportSchema = headerFields.extend({ lines, seal: hash, signature: z.string() })

/** Returns the text that is signed. @param last the sum of the last line, or of the header where there is none. */
export function signedText(last: string): string {
  return `${exportFormat}\n${last}`
}

/** The sum before the first line. */
export function headerSum(header: ExportHeader): string {
  return createHash('sha256')
    .update(JSON.stringify(headerFields.parse(header)), 'utf8')
    .digest('hex')
}

/** The sum after one more line, whose text is as in the file. */
export function lineSum(before: string, lineHash: string, text: string): string {
  return createHash('sha256').update(`${before}\n${lineHash}\n${text}`, 'utf8').digest('hex')
}

/** The sum after lines that could not be read. */
export function unreadSum(before: string, { first, last }: UnreadLines): string {
  return lineSum(before, 'unread', `${first} to ${last}`)
}

/** Returns the seal. @param last the sum of the last line, or of the header where there is none. */
export function exportSeal(hashKey: Buffer, last: string): string {
  return chainHash(hashKey, last, exportFormat)
}
