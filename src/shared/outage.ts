/** What main and the window tell each other about getting ready for an outage (architecture.md, "Saved copies"). */
import { z } from 'zod'
import { faultSchema } from './fault'

const moment = z.string().describe('ISO 8601, UTC')

/** What is done about the queued codes at this moment. */
const workSchema = z.discriminatedUnion('at', [
  /** Nothing waits: nothing was asked for, or all of it is done. */
  z.object({ at: z.literal('idle') }),
  z.object({ at: z.literal('working'), secondsLeft: z.number().int().nonnegative().nullable() }),
  z.object({ at: z.literal('paused') }),
  /** It goes on by itself. `service`: too busy, or in trouble. */
  z.object({ at: z.literal('waiting'), why: z.enum(['cashier', 'service', 'offline']) }),
  /** It cannot go on before a person has done something. */
  z.object({ at: z.literal('halted'), fault: faultSchema }),
])

export const folderFaultReasons = [
  'missing',
  'not_allowed',
  'not_a_folder',
  'no_answer',
  'unreadable',
] as const

const folderSchema = z.discriminatedUnion('at', [
  z.object({ at: z.literal('none') }),
  z.object({
    at: z.literal('watched'),
    path: z.string(),
    lastImported: z.object({ name: z.string(), codes: z.number().int(), when: moment }).nullable(),
    refused: z.array(z.object({ name: z.string(), fault: faultSchema })).readonly(),
  }),
  z.object({
    at: z.literal('trouble'),
    path: z.string(),
    why: z.enum(folderFaultReasons),
    detail: z.string(),
  }),
])

/** Codes since nothing was waiting last. `total` counts those that still wait too. */
const countsSchema = z.object({
  total: z.number().int(),
  found: z.number().int(),
  /** Not asked for: the saved copy is younger than the list. */
  saved: z.number().int(),
  notFound: z.number().int(),
  /** The service answered, but not with this payment. */
  unread: z.number().int(),
})

/** Pushed whole, a few times a second at most. */
export const outageStateSchema = z
  .object({
    work: workSchema,
    counts: countsSchema,
    /** All that the report tells of, earlier lists' codes included. */
    missed: z.number().int(),
    /** A long list that is being written down: seconds, during which nothing of it is counted yet. */
    importing: z.object({ name: z.string(), done: z.number().int(), of: z.number().int() }).nullable(),
    /** A list that is longer than what this till keeps: a person decides. */
    oversized: z.object({ name: z.string(), codes: z.number().int(), kept: z.number().int() }).nullable(),
    folder: folderSchema,
  })
  .readonly()

/** What became of a list that was given. */
export const givenListSchema = z
  .object({ name: z.string(), codes: z.number().int(), oversized: z.boolean() })
  .readonly()

/** A code that brought no record, newest list first. */
export const missedCodeSchema = z
  .object({
    code: z.string(),
    list: z.string(),
    imported: moment,
    why: z.enum(['not_found', 'unread']),
  })
  .readonly()

export type OutageState = z.infer<typeof outageStateSchema>
export type OutageWork = OutageState['work']
export type OutageCounts = OutageState['counts']
export type WatchedFolder = OutageState['folder']
export type FolderFaultReason = (typeof folderFaultReasons)[number]
export type GivenList = z.infer<typeof givenListSchema>
export type MissedCode = z.infer<typeof missedCodeSchema>
