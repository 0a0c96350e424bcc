/** The part of the contract (contract.ts) that is about getting ready for an outage. */
import { z } from 'zod'
import { nothing, saved } from './common-schemas'
import { longestList } from './limits'
import { givenListSchema, missedCodeSchema, outageStateSchema } from './outage'

export const outageChannels = {
  'outage:read': { input: nothing, output: outageStateSchema, who: 'cashier' },
  /** The first of what was not found; the saved report has all of it. */
  'outage:report': { input: nothing, output: z.array(missedCodeSchema).readonly(), who: 'cashier' },
  /** A list as the store made it. `madeAt` is the file's own time, in milliseconds since 1970. */
  'outage:take-list': {
    input: z
      .object({
        name: z.string().max(255),
        content: z.instanceof(Uint8Array).refine(({ length }) => length <= longestList.bytes),
        madeAt: z.number().int().nullable(),
      })
      .strict(),
    output: givenListSchema,
    who: 'cashier',
  },
  /** Asks the person for a file. Null when they thought better of it. */
  'outage:choose-file': { input: nothing, output: givenListSchema.nullable(), who: 'cashier' },
  /** `clear` drops the codes that wait, and what became of the others. */
  'outage:steer': {
    input: z.object({ to: z.enum(['pause', 'resume', 'clear']) }).strict(),
    output: outageStateSchema,
    who: 'cashier',
  },
  'outage:save-report': { input: nothing, output: saved, who: 'cashier' },
} as const
