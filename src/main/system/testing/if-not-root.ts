import { it } from 'vitest'

/** Defines a test where the system's own permissions count; for root they do not, and there it is no test. */
export function ifNotRoot(sentence: string, body: () => void | Promise<void>): void {
  if (process.getuid?.() !== 0) it(sentence, body)
}
