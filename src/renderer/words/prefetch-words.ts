import type { FolderFaultReason, MissedCode, OutageState, OutageWork } from '../../shared/outage'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { codesWords, countOf, countWords } from './locale'

export const prefetchWords = {
  title: 'Offline receipts',
  help: 'Load a list of today’s receipt codes and Tillside saves those receipts for use without a network.',
  choose: 'Choose a list…',
  orDrop: 'Or drop the file anywhere in this window (CSV or text, one code per line).',
  taking: (name: string) => `Loading “${isolatedText(name)}”.`,
  progress: 'Saving receipts',
  ofTotal: (done: number, total: number) => `${countWords(done)} of ${countWords(total)}`,
  pause: 'Pause',
  resume: 'Continue',
  stop: 'Stop preparing',
  stopTitle: 'Stop preparing?',
  stopMeaning: 'Codes still waiting are dropped; receipts already saved are kept.',
  report: 'Report',
  counts: {
    found: 'Found',
    saved: 'Saved already',
    notFound: 'Not found',
    unread: 'Couldn’t be read',
  },
  missed: 'Codes that weren’t found',
  missedMore: (count: number) => `${countWords(count)} more are in the saved list.`,
  saveReport: 'Save list…',
  clearReport: 'Clear report',
  oversized: {
    title: (name: string) => `“${isolatedText(name)}” has more codes than this till keeps`,
    meaning: (codes: number, kept: number) =>
      `It has ${codesWords(codes)}; this till keeps ${countWords(kept)} receipts. The oldest receipts would be deleted.`,
    take: 'Load anyway',
    leave: 'Don’t load',
  },
  folder: {
    title: 'Watched folder',
    none: 'Tillside can load lists automatically from a folder; it never changes them.',
    watch: 'Watch a folder…',
    another: 'Another folder…',
    clear: 'Stop watching',
    waiting:
      'Watching. New and changed lists are loaded automatically, unless they’re older than receipts are kept here.',
    taken: (name: string, codes: number, time: string) =>
      `Last loaded: “${isolatedText(name)}”, ${codesWords(codes)}, ${time}.`,
  },
  drop: { title: 'Drop the list here', help: 'Its receipts are saved in the background.' },
} as const

/** What the header says while codes are looked up in the background; null while there is nothing to say. */
export function chipWords({ importing, oversized, work, counts }: OutageState): string | null {
  if (importing !== null) return `Loading a list: ${prefetchWords.ofTotal(importing.done, importing.of)}`
  if (oversized !== null) return 'List needs your OK'
  if (work.at === 'idle' || counts.total === 0) return null
  if (work.at === 'paused') return 'Saving receipts: paused'
  if (work.at === 'halted') return 'Saving receipts: stopped'
  const done = counts.found + counts.saved + counts.notFound + counts.unread
  return `${prefetchWords.progress}: ${prefetchWords.ofTotal(done, counts.total)}`
}

/** What goes on with the codes, in one line. */
export function workWords(work: OutageWork, counts: OutageState['counts']): string {
  switch (work.at) {
    case 'idle':
      return counts.total === 0 ? '' : 'Done.'
    case 'working':
      return work.secondsLeft === null ? 'Saving receipts.' : leftWords(work.secondsLeft)
    case 'paused':
      return 'Paused.'
    case 'waiting':
      return waitWords[work.why]
    case 'halted':
      return 'Stopped. Press Continue to resume.'
    default:
      return unreachable(work)
  }
}

const waitWords = {
  cashier: 'Paused while the till is in use.',
  service: 'The payment service is busy or has a problem. Tillside will try again.',
  offline: 'Offline. Resumes when back online.',
} as const

/** How long it still takes, no finer than anybody can know. */
export function leftWords(seconds: number): string {
  if (seconds < 10) return 'A few seconds left.'
  if (seconds < 60) return 'Less than a minute left.'
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `About ${countOf(minutes, 'minute', 'minutes')} left.`
  return `About ${countOf(Math.round(minutes / 60), 'hour', 'hours')} left.`
}

/** Why nothing is taken from the watched folder, and what to do. */
export function folderFaultWords(why: FolderFaultReason): string {
  return folderFaults[why]
}

const folderFaults: Readonly<Record<FolderFaultReason, string>> = {
  missing: 'The folder isn’t there. Check the name or the network drive. Tillside will try again.',
  not_allowed: 'This account isn’t allowed to read the folder. Ask IT support.',
  not_a_folder: 'This is a file, not a folder. Choose another one.',
  no_answer: 'The drive isn’t responding. Tillside will try again.',
  unreadable: 'The folder can’t be read right now. Tillside will try again.',
}

export function missedWords(why: MissedCode['why']): string {
  return why === 'not_found' ? 'Not found' : 'Couldn’t be read'
}
