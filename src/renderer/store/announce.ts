import type { GetDesk } from './store-types'

type Announcements = typeof import('../words/announcement-words')

/** Says something aloud. Its words are not part of the first script: they load with the first thing to say. */
export async function announce(get: GetDesk, text: (words: Announcements) => string): Promise<void> {
  const words = await import('../words/announcement-words')
  get().say(text(words))
}
