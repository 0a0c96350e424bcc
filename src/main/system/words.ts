import { type SystemWords, system } from '../../shared/languages/en'

/** The words of system dialogs, the window's title and CSV headings, in the window's language. */
export let systemWords: SystemWords = system

export function setSystemWords(words: SystemWords): void {
  systemWords = words
}
