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
/** Minutes without a touch before a staffed till is locked. */
export const lockMinutesSchema = z.number().int().min(1).max(15)
export const reasonText = z.string().trim().min(1).max(500)
/** Where a person saved a file; '' when they cancelled. */

export const saved = z.object({ saved: z.boolean(), path: z.string() }).readonly()

/**
 * Takes a text of at most `max` code points, which the interface counts (interface.md §2.2), not UTF-16 units. So does JSON
 * Schema, which is told of it by name: zod's own check counts units.
 */
export function charactersSchema(max: number) {
  return z
    .string()
    .refine((text) => !isLongerThan(text, max), `longer than ${max} characters`)
    .meta({ maxLength: max })
}

const { days, count } = retentionLimits
export const keepDaysSchema = z.number().int().min(days.min).max(days.max)
export const keepCopiesSchema = z.number().int().min(count.min).max(count.max)
export const retentionSchema = z.object({ keepDays: keepDaysSchema, keepCopies: keepCopiesSchema }).strict()
