import type { FolderFaultReason, MissedCode, OutageState, OutageWork } from '../../shared/outage'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/text'
import { countWords } from './locale'
import { words } from './words'

const { prefetch } = words

export const prefetchWords = {
  ...prefetch,
  taking: (name: string) => prefetch.taking(isolatedText(name)),
  ofTotal: (done: number, total: number) => prefetch.ofTotal(countWords(done), countWords(total)),
  missedMore: (count: number) => prefetch.missedMore(countWords(count)),
  oversized: {
    ...prefetch.oversized,
    title: (name: string) => prefetch.oversized.title(isolatedText(name)),
    meaning: (codes: number, kept: number) =>
      prefetch.oversized.meaning(prefetch.codes(codes), countWords(kept)),
  },
  folder: {
    ...prefetch.folder,
    taken: (name: string, codes: number, time: string) =>
      prefetch.folder.taken(isolatedText(name), prefetch.codes(codes), time),
  },
} as const

/** What the header says while codes are looked up in the background; null while there is nothing to say. */
export function chipWords({ importing, oversized, work, counts }: OutageState): string | null {
  if (importing !== null) return prefetch.loading(prefetchWords.ofTotal(importing.done, importing.of))
  if (oversized !== null) return prefetch.needsOk
  if (work.at === 'idle' || counts.total === 0) return null
  if (work.at === 'paused') return prefetch.progressPaused
  if (work.at === 'halted') return prefetch.progressStopped
  const done = counts.found + counts.saved + counts.notFound + counts.unread
  return `${prefetch.progress}${words.grammar.colon}${prefetchWords.ofTotal(done, counts.total)}`
}

/** What goes on with the codes, in one line. */
export function workWords(work: OutageWork, counts: OutageState['counts']): string {
  switch (work.at) {
    case 'idle':
      return counts.total === 0 ? '' : prefetch.done
    case 'working':
      return work.secondsLeft === null ? prefetch.working : leftWords(work.secondsLeft)
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

/** How long it still takes, no finer than anybody can know. */
export function leftWords(seconds: number): string {
  if (seconds < 10) return prefetch.secondsLeft
  if (seconds < 60) return prefetch.minuteLeft
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? prefetch.minutesLeft(minutes) : prefetch.hoursLeft(Math.round(minutes / 60))
}

/** Why nothing is taken from the watched folder, and what to do. */
export function folderFaultWords(why: FolderFaultReason): string {
  return prefetch.folderFaults[why]
}

export function missedWords(why: MissedCode['why']): string {
  return why === 'not_found' ? prefetch.missedNotFound : prefetch.missedUnread
}
