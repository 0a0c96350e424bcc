/** Shapes that more than one part of the contract has (contract.ts). */
import { z } from 'zod'

/** An input or output that says nothing. */
export const nothing = z.object({}).strict()
/** Whether a person saved a file, and where; an empty path when they thought better of it. */
export const saved = z.object({ saved: z.boolean(), path: z.string() }).readonly()
