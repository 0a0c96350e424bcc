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

/** Returns the number of codes, waiting ones included. */
export function totalOf(counts: OutageCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Returns the header's progress text; null when idle. */
export function chipWords({ work, counts }: OutageState): string | null {
  const total = totalOf(counts)
  if (work.at === 'idle' || total === 0) return null
  if (work.at === 'paused') return outage.progressPaused
  if (work.at === 'halted') return outage.progressStopped
  return `${outage.progress}${words.grammar.colon}${outageWords.ofTotal(total - counts.waiting, total)}`
}

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
