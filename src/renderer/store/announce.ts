import type { GetStore } from './store-types'

type Announcements = typeof import('../words/announcement-words')

/** Announces something. Its words are not part of the first script: they load with the first announcement. */
export async function announceWords(get: GetStore, text: (words: Announcements) => string): Promise<void> {
  const words = await import('../words/announcement-words')
  get().announce(text(words))
}
