/**
 * A person's shift at a staffed till: from the first sign-in to *Close shift*. Somebody else's sign-in, a lock or a restart in
 * between ends none, and nobody's refunds are in another's.
 */
import { z } from 'zod'
import { daySchema } from './day'
import { personRef } from './people'

/** A shift that is not closed yet, as the record's memory has it. */
export const shiftSchema = z
  .object({
    person: personRef,
    /** Milliseconds since 1970 by this PC's clock, which anybody may set, and the till's running time. */
    since: z.number().int(),
    ran: z.number().int().nonnegative(),
    /** The number of the line with which it began. */
    line: z.number().int().positive(),
  })
  .strict()
  .readonly()
export type Shift = z.output<typeof shiftSchema>

/** What a closed shift came to; times are milliseconds since 1970. */
export const sheetSchema = z
  .object({ by: personRef, since: z.number().int(), at: z.number().int(), day: daySchema })
  .readonly()
export type Sheet = z.output<typeof sheetSchema>
