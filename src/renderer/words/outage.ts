import { isolatedText } from '../../shared/base/text'
import type { MissedCode, OutageCounts, OutageState, OutageWork } from '../../shared/lookup/outage'
import { countWords } from './locale'
import { words } from './words'

const { outage } = words

export const outageWords = {
  ...outage,
  ofTotal: (done: number, total: number) => outage.ofTotal(countWords(done), countWords(total)),
  missedMore: (count: number) => outage.missedMore(countWords(count)),
  folder: {
    ...outage.folder,
    taken: (name: string, codes: number, time: string) =>
      outage.folder.taken(isolatedText(name), outage.codes(codes), time),
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
  if (work.at === 'paused') return outage.progressPaused
  if (work.at === 'halted') return outage.progressStopped
  return `${outage.progress}${words.grammar.colon}${outageWords.ofTotal(total - counts.waiting, total)}`
}

/** What goes on with the codes, in one line. */
export function workWords(work: OutageWork): string {
  switch (work.at) {
    case 'idle':
      return outage.done
    case 'working':
      return outage.working
    case 'paused':
      return outage.paused
    case 'waiting':
      return outage.waiting[work.why]
    case 'halted':
      return outage.halted
  }
}

export function missedWords(why: MissedCode['why']): string {
  return why === 'not_found' ? outage.missedNotFound : outage.missedUnread
}
