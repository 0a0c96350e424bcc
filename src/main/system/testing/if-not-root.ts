import { it } from 'vitest'

/** Defines a test of file permissions, which is skipped for root. */
export function ifNotRoot(sentence: string, body: () => void | Promise<void>): void {
  if (process.getuid?.() !== 0) it(sentence, body)
}
