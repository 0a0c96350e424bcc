/** What stands open, as the first line of every file carries it (docs/refund-protocol.md, "The record"). */
import { z } from 'zod'
import { attemptSchema } from '../../shared/attempt'
import { tillEventSchema } from '../../shared/journal-events'
import type { LineAlarm, Standing } from './journal-types'

const seq = z.number().int().positive()
const at = z.number().int()

const attempts = z
  .array(
    z
      .object({
        /** The number of the line with which the attempt began. */
        begun: seq,
        attempt: attemptSchema,
      })
      .strict()
      .readonly(),
  )
  .readonly()

const lockSchema = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('unread'),
        line: seq,
        at,
        lock: z.string(),
        marker: z.string(),
        since: z.number().int().nullable(),
      })
      .strict(),
    z
      .object({
        kind: z.literal('lowering_returned'),
        line: seq,
        at,
        id: z.string(),
        refunded: z.number().int(),
      })
      .strict(),
  ])
  .readonly()

export const standsOpenSchema = z
  .object({
    attempts,
    /** Settled attempts on a payment that has something open: what was refunded beside it counts there. */
    beside: attempts,
    locks: z.array(lockSchema).readonly(),
    alarms: z.array(z.object({ line: seq, at, event: tillEventSchema }).strict().readonly()).readonly(),
    practice: z.array(z.string()).readonly(),
  })
  .strict()
  .readonly()

export type StandsOpen = z.infer<typeof standsOpenSchema>

/** @param begun by marker, the number of the line with which the attempt began. */
export function writeStanding(
  { attempts: open, locks, alarms, practice }: Standing,
  beside: StandsOpen['beside'],
  begun: ReadonlyMap<string, number>,
): StandsOpen {
  return {
    attempts: [...open.values()].map((attempt) => ({
      begun: begun.get(attempt.intent.marker) ?? attempt.line,
      attempt,
    })),
    beside,
    locks,
    alarms,
    practice: [...practice],
  }
}

export function readStanding({ attempts: open, locks, alarms, practice }: StandsOpen): Standing {
  return {
    attempts: new Map(open.map(({ attempt }) => [attempt.intent.marker, attempt])),
    locks,
    alarms: alarms.flatMap((alarm) => (isLineAlarm(alarm) ? [alarm] : [])),
    practice: new Set(practice),
  }
}

function isLineAlarm(alarm: StandsOpen['alarms'][number]): alarm is LineAlarm {
  return alarm.event.kind === 'payment_alarmed' || alarm.event.kind === 'could_not_be_read'
}
