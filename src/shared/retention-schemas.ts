/** How long saved copies are kept, as it crosses between window and main (contract.ts) and lies in the settings. */
import { z } from 'zod'
import { retentionLimits } from './retention'

const { days, count } = retentionLimits
export const keepDaysSchema = z.number().int().min(days.least).max(days.most)
export const keepCopiesSchema = z.number().int().min(count.least).max(count.most)
export const retentionSchema = z.object({ keepDays: keepDaysSchema, keepCopies: keepCopiesSchema }).strict()
