import { z } from 'zod'
import type { Result } from '../../shared/result'
import { shorten } from '../log/bounded-text'
import type { WireFault } from './foreign-json'

/** The documented error answer (interface.md §7). `status` is the service's own, not the HTTP status. */
export type ErrorShape = {
  readonly status: number
  readonly message: string
  /** Whether `status` is an integer, as documented. As text it tells of a look-up, and never of a refund. */
  readonly isDocumented: boolean
}

/** In bytes: it is read aloud, printed and kept in the journal. The document gives it no length. */
const longestMessage = 1024

const errorShape = z.object({
  success: z.literal(false),
  message: z.string().transform((message) => shorten(message, longestMessage)),
  status: z.union([z.number().int(), z.string().regex(/^\d{1,9}$/)]),
})

/** Reads JSON as the documented error shape; null when it is anything else. Other members are tolerated. */
export function readErrorShape(json: Result<unknown, WireFault>): ErrorShape | null {
  if (!json.ok) return null
  const shape = errorShape.safeParse(json.value)
  if (!shape.success) return null
  const { status, message } = shape.data
  return { status: Number(status), message, isDocumented: typeof status === 'number' }
}
