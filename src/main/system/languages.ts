import type { Language } from '../../shared/base/choices'
import { type SystemWords, system } from '../../shared/languages/en'

// Apart from words.ts, which is also read outside Vite: only Vite knows this, and takes nothing else of a language along.
const files = import.meta.glob<SystemWords>('../../shared/languages/*.ts', { eager: true, import: 'system' })

/** What main says in that language. */
export function systemWordsIn(language: Language): SystemWords {
  return files[`../../shared/languages/${language}.ts`] ?? system
}
