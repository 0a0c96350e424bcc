import type { Language, Speech } from '../../shared/languages'
import { en, type Words } from './en'

/**
 * What this window says. The other files of this folder take their sentences from here as they are loaded: which sentence
 * it is, is decided there, once for all languages.
 */
export let words: Words = en

/** What customers read on paper: in one language, or in two, the first above. */
export let paperWords: readonly Words[] = [en]

/** What the window and its paper are written in, for days and times. */
export let speech: Speech = { screen: 'en', paper: ['en'] }

/** Loads the languages. It comes before anything else of the window: what has taken its sentences keeps them. */
export async function speak(asked: Speech): Promise<void> {
  const [screen, ...paper] = await Promise.all([asked.screen, ...asked.paper].map(sentencesOf))
  words = screen ?? en
  paperWords = paper
  speech = asked
}

/** The sentences of a language; each but English is a file that is loaded where it is spoken. */
async function sentencesOf(language: Language): Promise<Words> {
  if (language === 'en') return en
  const file: { readonly sentences: Words } = await import(`./languages/${language}.ts`)
  return file.sentences
}
