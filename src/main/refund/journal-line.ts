/**
 * One line of the journal and the chain that binds the lines: each hash covers the hash before it and the
 * line's text, so that a line can not be changed, dropped or moved without every later hash being wrong.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { attemptEventSchema } from '../../shared/attempt'

export const journalLineSchema = z
  .object({ seq: z.number().int().positive(), marker: z.string(), event: attemptEventSchema })
  .strict()
  .readonly()

export type JournalLine = z.infer<typeof journalLineSchema>

/** Where the chain stands: how many lines there are and the hash of the last. */
export type Head = { readonly seq: number; readonly hash: string }

/** The text that is sealed and hashed. Parsing and writing it again gives the same text. */
export function lineText(line: JournalLine): string {
  return JSON.stringify({ seq: line.seq, marker: line.marker, event: line.event })
}

/** The hash before the first line; it carries the journal's own id, so no other journal can extend it. */
export function chainStart(journalId: string): Head {
  return { seq: 0, hash: sha256(`Tillside journal ${journalId}`) }
}

/** The hash of a line after `previous`. */
export function chainHash(previous: string, text: string): string {
  return sha256(`${previous}\n${text}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** A head as the keychain keeps it. */
export function writeHead(head: Head): string {
  return `${head.seq}:${head.hash}`
}

/** Reads what `writeHead` wrote; null for anything else. */
export function readHead(text: string): Head | null {
  const parts = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text)
  return parts?.[1] === undefined || parts[2] === undefined ? null : { seq: Number(parts[1]), hash: parts[2] }
}
