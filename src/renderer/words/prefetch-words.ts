import type { FolderFaultReason, MissedCode, OutageState, OutageWork } from '../../shared/outage'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { codesWords, countOf, countWords } from './count-words'

export const prefetchWords = {
  title: 'Ready for an outage',
  help: 'Give today’s codes as a list. Tillside looks them up in the background, so that their receipts can be shown when there is no network.',
  choose: 'Choose a list…',
  orDrop: 'Or drop it anywhere on this window. CSV or text, one code a line.',
  taking: (name: string) => `Taking “${isolatedText(name)}”.`,
  progress: 'Getting ready',
  ofTotal: (done: number, total: number) => `${countWords(done)} of ${countWords(total)}`,
  pause: 'Pause',
  resume: 'Continue',
  stop: 'Stop',
  stopTitle: 'Stop getting ready?',
  stopMeaning: 'The codes that still wait are forgotten. What was found stays saved. Nothing else changes.',
  report: 'Report',
  counts: {
    found: 'Found',
    saved: 'Saved already',
    notFound: 'Not found',
    unread: 'Could not be read',
  },
  missed: 'Codes that were not found',
  missedMore: (count: number) => `${countWords(count)} more are in the saved list.`,
  saveReport: 'Save list…',
  clearReport: 'Clear the report',
  oversized: {
    title: (name: string) => `“${isolatedText(name)}” is longer than this till keeps`,
    meaning: (codes: number, kept: number) =>
      `It has ${codesWords(codes)}; this till keeps ${countWords(kept)} receipts. The oldest would be deleted again.`,
    take: 'Take it anyway',
    leave: 'Leave it',
  },
  folder: {
    title: 'Watched folder',
    none: 'Lists that the store’s own system puts into a folder can be taken by themselves. Tillside only reads them.',
    watch: 'Watch a folder…',
    another: 'Another folder…',
    clear: 'Stop watching',
    waiting:
      'Watched. Lists in it are taken once, and again when they change. Those older than receipts are kept here are left alone.',
    taken: (name: string, codes: number, time: string) =>
      `Last taken: “${isolatedText(name)}”, ${codesWords(codes)}, ${time}.`,
  },
  drop: { title: 'Drop the list here', help: 'Its codes are looked up in the background.' },
} as const

/** What goes on with the codes, in one line. */
export function workWords(work: OutageWork, counts: OutageState['counts']): string {
  switch (work.at) {
    case 'idle':
      return counts.total === 0 ? '' : 'Done.'
    case 'working':
      return work.secondsLeft === null ? 'Looking codes up.' : leftWords(work.secondsLeft)
    case 'paused':
      return 'Paused.'
    case 'waiting':
      return waitWords[work.why]
    case 'halted':
      return 'Stopped. It goes on when you press Continue.'
    default:
      return unreachable(work)
  }
}

const waitWords = {
  cashier: 'Waiting while the till is in use.',
  service: 'The payment service is busy or in trouble. It is tried again by itself.',
  offline: 'Offline. It goes on by itself when the line is back.',
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
  missing: 'The folder is not there. Check the name, or the network drive. It is tried again by itself.',
  not_allowed: 'This account may not read the folder. Ask whoever looks after this PC.',
  not_a_folder: 'This is a file, not a folder. Choose another one.',
  no_answer: 'The drive does not answer. It is tried again by itself.',
  unreadable: 'The folder can’t be read just now. It is tried again by itself.',
}

export function missedWords(why: MissedCode['why']): string {
  return why === 'not_found' ? 'Not found' : 'Could not be read'
}
