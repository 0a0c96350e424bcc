import { en, type Words } from '../en'

const padding = 'one two three four five six seven eight nine ten eleven twelve '

/** Forty percent longer than English and in brackets: what is cut off lacks one, what is in no catalogue has none. */
function stretched(text: string): string {
  const more = Math.ceil(text.length * 0.4)
  const pad = padding
    .repeat(Math.ceil(more / padding.length))
    .slice(0, more)
    .trim()
  return `[!! ${text} ${pad} !!]`
}

function stretchedBelow(node: unknown): unknown {
  if (typeof node === 'string') return stretched(node)
  if (typeof node === 'function') return (...values: readonly unknown[]) => stretched(String(node(...values)))
  return Object.fromEntries(
    Object.entries(node ?? {}).map(([name, below]) => [
      name,
      name === 'grammar' ? below : stretchedBelow(below),
    ]),
  )
}

/**
 * A language that nobody speaks, made from English for tests of the layout. How sentences are put together (`grammar`)
 * stays: its parts are no texts of their own.
 */
// The same names, with texts for texts and functions for functions.
export const pseudoSentences = stretchedBelow(en) as Words
