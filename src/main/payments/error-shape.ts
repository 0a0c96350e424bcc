import { z } from 'zod'
import { readForeignJson } from './foreign-json'

/** The documented error answer (interface.md §7). `status` is the service's own, not the HTTP status. */
export type ErrorShape = { readonly status: number; readonly message: string }

const errorShape = z.object({
  success: z.literal(false),
  message: z.string(),
  /** Documented as an integer; some services write numbers as text. Compared as a number everywhere. */
  status: z.union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ]),
})

/** Reads a body as the documented error shape; null when it is anything else. Other members are tolerated. */
export function readErrorShape(body: string): ErrorShape | null {
  const json = readForeignJson(body)
  if (!json.ok) return null
  const shape = errorShape.safeParse(json.value)
  return shape.success ? { status: shape.data.status, message: shape.data.message } : null
}
