import type { Language, Speech } from '../../shared/base/languages'
import { sentences as en, type Words } from '../../shared/languages/en'
import { setSpeech } from './locale'

/** The catalogue of the window's language. */
export let words: Words = en

/** The catalogues of the customers' one or two languages. */
let customersWords: readonly Words[] = [en]

/** Loads the languages. Call before loading any other code of the window, which keeps what it has read. */
export async function speak(asked: Speech): Promise<void> {
  const [screen, ...paper] = await Promise.all([asked.screen, ...asked.paper].map(sentencesOf))
  words = screen ?? en
  customersWords = paper
  setSpeech(asked)
}

/** Returns a customer's text in each of their languages. */
export function forCustomer(pick: (words: Words) => string): string {
  return [...new Set(customersWords.map(pick))].join(' ')
}

/** English is bundled; other languages are loaded on demand. */
const files = import.meta.glob<Words>(['../../shared/languages/*.ts', '!../../shared/languages/en.ts'], {
  import: 'sentences',
})

async function sentencesOf(language: Language): Promise<Words> {
  return (await files[`../../shared/languages/${language}.ts`]?.()) ?? en
}
