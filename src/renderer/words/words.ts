import { en, type Words } from './en'

/**
 * What this window says. The other files of this folder take their sentences from here as they are loaded: which sentence
 * it is, is decided there, once for all languages.
 */
// biome-ignore lint/style/useConst: a binding that `speak` sets, before anything else of the window is loaded
export let words: Words = en
