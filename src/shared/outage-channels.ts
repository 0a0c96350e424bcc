/** The part of the contract (contract.ts) that is about getting ready for an outage. */
import { z } from 'zod'
import { nothing, saved } from './common-schemas'
import { longestList } from './limits'
import { givenListSchema, missedCodeSchema, outageStateSchema } from './outage'

export const outageChannels = {
  'outage:read': { input: nothing, output: outageStateSchema, who: 'anybody' },
  /** The newest of what was not found, and how many there are in all. */
  'outage:report': {
    input: nothing,
    output: z.object({ codes: z.array(missedCodeSchema).readonly(), count: z.number().int() }).readonly(),
    who: 'anybody',
  },
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
    who: 'anybody',
  },
  /** Asks the person for a file, or for a folder to watch. Null when they thought better of it. */
  'outage:choose-file': { input: nothing, output: givenListSchema.nullable(), who: 'anybody' },
  'outage:choose-folder': { input: nothing, output: outageStateSchema, who: 'supervisor' },
  'outage:clear-folder': { input: nothing, output: outageStateSchema, who: 'supervisor' },
  /** `import_oversized` and `leave_oversized` decide about the list that is longer than what this till keeps. */
  'outage:steer': {
    input: z
      .object({
        to: z.enum(['pause', 'resume', 'stop', 'clear_report', 'import_oversized', 'leave_oversized']),
      })
      .strict(),
    output: outageStateSchema,
    who: 'anybody',
  },
  'outage:save-report': { input: nothing, output: saved, who: 'anybody' },
} as const
