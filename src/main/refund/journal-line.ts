/**
 * One line of the journal and the chain that binds the lines: each hash covers the hash before it and the
 * line's text, so that a line can not be changed, dropped or moved without every later hash being wrong.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { attemptEventSchema } from '../../shared/attempt'

export const attemptLineSchema = z
  .object({ seq: z.number().int().positive(), marker: z.string(), event: attemptEventSchema })
  .strict()
  .readonly()

/** That a supervisor began this journal in the place of one that could not be used any more. */
const beginningSchema = z
  .object({
    /** Milliseconds since 1970, this PC's clock. */
    at: z.number().int(),
    supervisor: z.string(),
    why: z.string(),
    /** The files that were set aside, below the profile's folder. */
    setAside: z.array(z.object({ file: z.string(), sha256: z.string() }).strict()).readonly(),
    /** The head that the keychain knew of the old chain, `number:hash`. */
    oldHead: z.string().nullable(),
    /** How many refunds could be read and were taken over. */
    attempts: z.number().int(),
    /** Markers of those that stay undecided. */
    undecided: z.array(z.string()).readonly(),
    /** Whether the old journal could be read up to the head that the keychain knew, every mark included. */
    whole: z.boolean(),
  })
  .strict()
  .readonly()
const beginningLineSchema = z
  .object({ seq: z.literal(1), beginning: beginningSchema })
  .strict()
  .readonly()

export const journalLineSchema = z.union([attemptLineSchema, beginningLineSchema])

export type AttemptLine = z.infer<typeof attemptLineSchema>
export type JournalBeginning = z.infer<typeof beginningSchema>
export type JournalLine = z.infer<typeof journalLineSchema>

/** Where the chain stands: how many lines there are and the hash of the last. */
export type Head = { readonly seq: number; readonly hash: string }

/** The text that is sealed and hashed. Parsing and writing it again gives the same text. */
export function lineText(line: JournalLine): string {
  return 'beginning' in line
    ? JSON.stringify({ seq: line.seq, beginning: line.beginning })
    : JSON.stringify({ seq: line.seq, marker: line.marker, event: line.event })
}

/** The attempt that a line is about, '' when it is about none, and its time. */
export function lineSubject(line: JournalLine): { readonly marker: string; readonly at: number } {
  if ('beginning' in line) return { marker: '', at: line.beginning.at }
  return { marker: line.marker, at: line.event.at }
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
