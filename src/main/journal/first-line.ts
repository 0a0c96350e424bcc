/** What stands open, as the first line of every file carries it (docs/refund-protocol.md, "The record"). */
import { z } from 'zod'
import { attemptSchema } from '../../shared/attempt'
import { paymentEventSchema, tillEventSchema } from '../../shared/journal-events'
import type { DoneRefund, PaymentLine } from '../../shared/past'
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

const amount = z.number().int()
/** Of an earlier journal it is 0 or below. */
const anyLine = z.number().int()

/** Without names, since there may be a thousand: marker, id, currency; base, amount; at, line; line and sum told. */
const doneSchema = z
  .tuple([z.string(), z.string(), z.string(), amount, amount, at, anyLine, anyLine, amount])
  .readonly()

export const standsOpenSchema = z
  .object({
    attempts,
    /** Settled attempts on a payment that has something open, and lately refused or decided ones. */
    beside: attempts,
    /** What their answers settled in the last thirty days. */
    done: z.array(doneSchema).readonly(),
    /** Lowerings and rises of that time. */
    lines: z.array(z.object({ line: anyLine, event: paymentEventSchema }).strict().readonly()).readonly(),
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
  {
    beside,
    done,
    lines,
  }: {
    readonly beside: StandsOpen['beside']
    readonly done: readonly DoneRefund[]
    readonly lines: readonly PaymentLine[]
  },
  begun: ReadonlyMap<string, number>,
): StandsOpen {
  return {
    attempts: [...open.values()].map((attempt) => ({
      begun: begun.get(attempt.intent.marker) ?? attempt.line,
      attempt,
    })),
    beside,
    done: done.map((each) => [
      ...([each.marker, each.id, each.currency] as const),
      ...([each.base, each.amount, each.at, each.line, each.told.line, each.told.refunded] as const),
    ]),
    lines,
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

/** What their answers settled, by marker. */
export function readDone({ done }: StandsOpen): Map<string, DoneRefund> {
  return new Map(
    done.map(([marker, id, currency, base, amount, at, line, toldLine, refunded]) => [
      marker,
      { marker, id, currency, base, amount, at, line, told: { line: toldLine, refunded } },
    ]),
  )
}

function isLineAlarm(alarm: StandsOpen['alarms'][number]): alarm is LineAlarm {
  return alarm.event.kind === 'payment_alarmed' || alarm.event.kind === 'could_not_be_read'
}
