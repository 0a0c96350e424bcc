/** How long saved copies are kept, as it crosses between window and main (contract.ts) and lies in the settings. */

import { z } from 'zod'
import { retentionLimits } from './retention'
import { isLongerThan } from './text'

/** Shapes that more than one part of the contract has (contract.ts). */

/** An input or output that says nothing. */
export const nothing = z.object({}).strict()
/** As it comes from a window it is only bounded; whoever compares it reads it. */
export const moment = z.string().max(40).describe('ISO 8601, UTC')
export const pin = z.string().max(64)
/** So many minutes without a touch lock a staffed till. */
export const lockMinutesSchema = z.number().int().min(1).max(15)
export const reasonText = z.string().trim().min(1).max(500)
/** Whether a person saved a file, and where; an empty path when they decided against it. */

export const saved = z.object({ saved: z.boolean(), path: z.string() }).readonly()

/**
 * A text of so many characters at most: the interface counts code points (interface.md §2.2), not UTF-16 units. So does
 * JSON Schema, which is told of it by name, since no check of zod's own counts like that.
 */
export function charactersSchema(most: number) {
  return z
    .string()
    .refine((text) => !isLongerThan(text, most), `longer than ${most} characters`)
    .meta({ maxLength: most })
}

const { days, count } = retentionLimits
export const keepDaysSchema = z.number().int().min(days.least).max(days.most)
export const keepCopiesSchema = z.number().int().min(count.least).max(count.most)
export const retentionSchema = z.object({ keepDays: keepDaysSchema, keepCopies: keepCopiesSchema }).strict()
