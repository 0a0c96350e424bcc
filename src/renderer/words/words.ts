import type { Language, Speech } from '../../shared/base/languages'
import { sentences as en, type Words } from '../../shared/languages/en'
import { setSpeech } from './locale'

/**
 * What this window says. The other files of this folder take their sentences from here as they are loaded: which sentence
 * it is, is decided there, once for all languages.
 */
export let words: Words = en

/** What customers read on paper: in one language, or in two, the first above. */
let customersWords: readonly Words[] = [en]

/** Loads the languages. It comes before anything else of the window: what has taken its sentences keeps them. */
export async function speak(asked: Speech): Promise<void> {
  const [screen, ...paper] = await Promise.all([asked.screen, ...asked.paper].map(sentencesOf))
  words = screen ?? en
  customersWords = paper
  setSpeech(asked)
}

/** What a customer reads, in one language or in two: `pick` takes it from the sentences of each. */
export function forCustomer(pick: (words: Words) => string): string {
  return [...new Set(customersWords.map(pick))].join(' ')
}

/** English is part of the window; each other language is a file that is loaded where it is spoken. */
const files = import.meta.glob<Words>(['../../shared/languages/*.ts', '!../../shared/languages/en.ts'], {
  import: 'sentences',
})

async function sentencesOf(language: Language): Promise<Words> {
  return (await files[`../../shared/languages/${language}.ts`]?.()) ?? en
}
