import { practiceHeader } from '../../shared/practice'

/**
 * Whether an answer's headers say that its service moves no real money (shared/practice.ts): the value is 1, or a list of
 * several that begins so, for somebody on the way may have said it too.
 * @param headers by their names in lower case
 */
export function saysPractice(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): boolean {
  const value = headers[practiceHeader.toLowerCase()]
  return /^\s*1\s*(?:,|$)/.test(String(value ?? ''))
}
