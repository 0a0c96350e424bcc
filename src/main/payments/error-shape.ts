import { z } from 'zod'
import type { Result } from '../../shared/result'
import { shorten } from '../log/bounded-text'
import type { WireFault } from './foreign-json'

/** The documented error answer (interface.md §7). `status` is the service's own, not the HTTP status. */
export type ErrorShape = { readonly status: number; readonly message: string }

/** In bytes: it is read aloud, printed and kept in the journal. The document gives it no length. */
const longestMessage = 1024

const errorShape = z.object({
  success: z.literal(false),
  message: z.string().transform((message) => shorten(message, longestMessage)),
  status: z.number().int(),
})

/** Reads JSON as the documented error shape; null when it is anything else. Other members are tolerated. */
export function readErrorShape(json: Result<unknown, WireFault>): ErrorShape | null {
  if (!json.ok) return null
  const shape = errorShape.safeParse(json.value)
  return shape.success ? { status: shape.data.status, message: shape.data.message } : null
}
