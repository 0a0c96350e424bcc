import type { MissedCode, OutageCounts, OutageState, OutageWork } from '../../shared/outage'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/text'
import { countWords } from './locale'
import { words } from './words'

const { prefetch } = words

export const prefetchWords = {
  ...prefetch,
  ofTotal: (done: number, total: number) => prefetch.ofTotal(countWords(done), countWords(total)),
  missedMore: (count: number) => prefetch.missedMore(countWords(count)),
  folder: {
    ...prefetch.folder,
    taken: (name: string, codes: number, time: string) =>
      prefetch.folder.taken(isolatedText(name), prefetch.codes(codes), time),
  },
} as const

/** How many codes were given, those that wait included. */
export function totalOf(counts: OutageCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** What the header says while codes are looked up in the background; null while there is nothing to say. */
export function chipWords({ work, counts }: OutageState): string | null {
  const total = totalOf(counts)
  if (work.at === 'idle' || total === 0) return null
  if (work.at === 'paused') return prefetch.progressPaused
  if (work.at === 'halted') return prefetch.progressStopped
  return `${prefetch.progress}${words.grammar.colon}${prefetchWords.ofTotal(total - counts.waiting, total)}`
}

/** What goes on with the codes, in one line. */
export function workWords(work: OutageWork): string {
  switch (work.at) {
    case 'idle':
      return prefetch.done
    case 'working':
      return prefetch.working
    case 'paused':
      return prefetch.paused
    case 'waiting':
      return prefetch.waiting[work.why]
    case 'halted':
      return prefetch.halted
    default:
      return unreachable(work)
  }
}

export function missedWords(why: MissedCode['why']): string {
  return why === 'not_found' ? prefetch.missedNotFound : prefetch.missedUnread
}
