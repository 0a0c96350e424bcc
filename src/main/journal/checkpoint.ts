/**
 * Checkpoints (refund-protocol.md 13): what was open when the journal had so many lines. Each is sealed with the
 * journal's key for one line's number and hash, so it is believed for that chain and no other. One that was put back
 * is only older: everything after it is verified again.
 */
import type Database from 'libsql'
import { z } from 'zod'
import { attemptSchema } from '../../shared/attempt'
import { tillEventSchema } from '../../shared/journal-events'
import { seal, unseal } from '../database/sealing'
import { blob, columnsOf, text } from './journal-columns'
import type { Head } from './journal-line'
import type { LineAlarm, Standing } from './journal-types'

const lockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('unread'),
    line: z.number(),
    at: z.number(),
    lock: z.string(),
    marker: z.string(),
    since: z.number().nullable(),
    services: z.number(),
    /** Left out by earlier versions, in which a release counted everywhere. */
    releasedAt: z.array(z.string()).readonly().default([]),
  }),
  z.object({
    kind: z.literal('lowering_returned'),
    line: z.number(),
    at: z.number(),
    service: z.number(),
    id: z.string(),
    refunded: z.number(),
  }),
])

const alarmKinds = ['payment_alarmed', 'could_not_be_read']
const alarmSchema = z.object({
  line: z.number(),
  at: z.number(),
  event: tillEventSchema.refine((event): event is LineAlarm['event'] => alarmKinds.includes(event.kind)),
})

const contentSchema = z.object({
  attempts: z.array(attemptSchema),
  locks: z.array(lockSchema),
  alarms: z.array(alarmSchema),
  services: z.object({
    names: z.array(z.tuple([z.string(), z.array(z.number())])),
    highest: z.number(),
    /** Left out by earlier versions, which never heard of any. */
    practice: z.array(z.string()).optional(),
  }),
})

const place = ({ seq, hash }: Head) => `checkpoint ${seq} ${hash}`

/** @param head the line up to which `standing` is what the lines add up to. */
export function sealCheckpoint(key: Buffer, head: Head, standing: Standing): Buffer {
  const content: z.infer<typeof contentSchema> = {
    attempts: [...standing.attempts.values()],
    locks: [...standing.locks],
    alarms: [...standing.alarms],
    services: {
      names: [...standing.services.names].map(([address, numbers]) => [address, [...numbers]]),
      highest: standing.services.highest,
      practice: [...standing.services.practice],
    },
  }
  return seal(key, JSON.stringify(content), place(head))
}

/** What stood open at that line, or null when it is not to be believed: another key, another chain, changed. */
function openCheckpoint(key: Buffer, head: Head, sealed: Buffer): Standing | null {
  const content = unseal(key, sealed, place(head))
  if (content === null) return null
  const parsed = contentSchema.safeParse(JSON.parse(content))
  if (!parsed.success) return null
  const { attempts, locks, alarms, services } = parsed.data
  return {
    attempts: new Map(attempts.map((attempt) => [attempt.intent.marker, attempt])),
    locks,
    alarms,
    services: {
      names: new Map(services.names),
      highest: services.highest,
      practice: new Set(services.practice ?? []),
    },
  }
}

/** Whether a checkpoint's row opens: then its journal had the line that it was made at. */
export function opensCheckpoint(key: Buffer, seq: number, hash: unknown, sealed: unknown): boolean {
  if (typeof hash !== 'string' || !Buffer.isBuffer(sealed)) return false
  return unseal(key, sealed, place({ seq, hash })) !== null
}

export type Checkpoint = { readonly head: Head; readonly standing: Standing }

const checkpointRow = z.object({ seq: z.number(), hash: text, row: blob })

/**
 * The newest checkpoints of a file that open with its key, newest first. Whether their hashes are the chain's is for
 * the caller to ask.
 */
export function readCheckpoints(database: Database.Database, key: Buffer): readonly Checkpoint[] {
  const found = database
    .prepare(`SELECT ${columnsOf.checkpoints} FROM checkpoints ORDER BY seq DESC LIMIT 2`)
    .all([])
  return found.flatMap((row) => {
    const { seq, hash, row: sealed } = checkpointRow.parse(row)
    const standing = openCheckpoint(key, { seq, hash }, sealed)
    return standing === null ? [] : [{ head: { seq, hash }, standing }]
  })
}
