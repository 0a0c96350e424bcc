import { type SystemWords, system } from '../../shared/languages/en'

/** What this system's own dialogs and the window's frame say, in the window's language: they are drawn outside its page. */
export let systemWords: SystemWords = system

/** Says all of it in these words from now on. */
export function setSystemWords(words: SystemWords): void {
  systemWords = words
}
