import { z } from 'zod'
import { isLongerThan } from './code-points'

/** A text of so many characters at most: the interface counts code points (interface.md §2.2), not UTF-16 units. */
export function charactersSchema(most: number) {
  return z.string().refine((text) => !isLongerThan(text, most), `longer than ${most} characters`)
}
