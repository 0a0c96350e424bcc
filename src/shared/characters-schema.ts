import { z } from 'zod'

/** A text of so many characters at most: the interface counts code points (interface.md §2.2), not UTF-16 units. */
export function charactersSchema(most: number) {
  return z
    .string()
    .max(2 * most)
    .refine((text) => Array.from(text).length <= most, `longer than ${most} characters`)
}
