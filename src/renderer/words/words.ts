import type { Language, Speech } from '../../shared/base/languages'
import { sentences as en, type Words } from '../../shared/languages/en'
import { setSpeech } from './locale'

/** The catalogue of the window's language. */
export let words: Words = en

/** The catalogue of the customers' one or two languages: with two, each text stands in both. */
export let paperWords: Words = en

/** Loads the languages. Call before loading any other code of the window, which keeps what it has read. */
export async function speak(asked: Speech): Promise<void> {
  const [screen = en, first = en, ...others] = await Promise.all(
    [asked.screen, ...asked.paper].map(sentencesOf),
  )
  words = screen
  paperWords = others.reduce(inBoth, first)
  setSpeech(asked)
}

/** Joins two catalogues, or the same part of both. A text that they share stands once. */
function inBoth<T>(first: T, second: T): T
function inBoth(first: unknown, second: unknown): unknown {
  if (typeof first === 'string') return first === second ? first : `${first} ${second}`
  if (typeof first === 'function' && typeof second === 'function') {
    return (...values: readonly unknown[]) => inBoth(first(...values), second(...values))
  }
  const others = new Map<string, unknown>(Object.entries(second ?? {}))
  return Object.fromEntries(
    Object.entries(first ?? {}).map(([name, part]) => [name, inBoth(part, others.get(name))]),
  )
}

/** English is bundled; other languages are loaded on demand. */
const files = import.meta.glob<Words>(['../../shared/languages/*.ts', '!../../shared/languages/en.ts'], {
  import: 'sentences',
})

async function sentencesOf(language: Language): Promise<Words> {
  return (await files[`../../shared/languages/${language}.ts`]?.()) ?? en
}
