/** What main and the window tell each other about getting ready for an outage (architecture.md, "Saved copies"). */
import { z } from 'zod'
import { moment, nothing, saved } from '../base/common-schemas'
import { faultSchema } from '../fault'
import { listLimits } from './copies'

/** What the queue of codes does at this moment. */
const workSchema = z.discriminatedUnion('at', [
  /** Nothing waits: nothing was asked for, or all of it is done. */
  z.object({ at: z.literal('idle') }),
  z.object({ at: z.literal('working') }),
  z.object({ at: z.literal('paused') }),
  /** It continues by itself. `service`: too busy, or failing. */
  z.object({ at: z.literal('waiting'), why: z.enum(['cashier', 'service', 'offline']) }),
  /** A person has to act first. */
  z.object({ at: z.literal('halted'), fault: faultSchema }),
])

/** The folder that the policy names; its newest list is taken. */
const folderSchema = z.object({
  path: z.string(),
  lastTaken: z.object({ name: z.string(), codes: z.number().int(), when: moment }).nullable(),
  /** Why the newest list was not taken, or the folder not looked into. */
  fault: faultSchema.nullable(),
})

/**
 * Codes since nothing was waiting last. `saved`: not asked for, the saved copy is younger than an hour; `unread`: the
 * service answered, but not with this payment.
 */
export const codeEnds = ['waiting', 'found', 'saved', 'not_found', 'unread'] as const
export type CodeEnd = (typeof codeEnds)[number]
const count = z.number().int()
export const outageCountsSchema = z.object({
  waiting: count,
  found: count,
  saved: count,
  not_found: count,
  unread: count,
} satisfies Record<CodeEnd, typeof count>)

/** Pushed whole, a few times a second at most. */
export const outageStateSchema = z
  .object({ work: workSchema, counts: outageCountsSchema, folder: folderSchema.nullable() })
  .readonly()

/** A list that was taken. */
const givenListSchema = z.object({ name: z.string(), codes: z.number().int() }).readonly()

/** A code that brought no record. */
const missedCodeSchema = z
  .object({ code: z.string(), list: z.string(), imported: moment, why: z.enum(['not_found', 'unread']) })
  .readonly()

/** The part of the contract (contract.ts). */
export const outageChannels = {
  'outage:read': { input: nothing, output: outageStateSchema, who: 'cashier' },
  /** The first of what was not found; the saved report has all of it. */
  'outage:report': { input: nothing, output: z.array(missedCodeSchema).readonly(), who: 'cashier' },
  /** A list as the store made it, chosen or dropped by a person. */
  'outage:take-list': {
    input: z
      .object({
        name: z.string().max(255),
        content: z.instanceof(Uint8Array).refine(({ length }) => length <= listLimits.maxBytes),
      })
      .strict(),
    output: givenListSchema,
    who: 'cashier',
  },
  /** `clear` drops the codes that wait, and what became of the others. */
  'outage:steer': {
    input: z.object({ to: z.enum(['pause', 'resume', 'clear']) }).strict(),
    output: outageStateSchema,
    who: 'cashier',
  },
  'outage:save-report': { input: nothing, output: saved, who: 'cashier' },
} as const

export type OutageState = z.infer<typeof outageStateSchema>
export type OutageWork = OutageState['work']
export type OutageCounts = OutageState['counts']
export type ListFolder = NonNullable<OutageState['folder']>
export type GivenList = z.infer<typeof givenListSchema>
export type MissedCode = z.infer<typeof missedCodeSchema>
