import type { AppState } from '../../shared/contract'
import { countOf, countWords } from './count-words'
import { shellWords } from './shell-words'

export const appWords = {
  ...shellWords,
  places: 'Places',
  attention: (count: number) => countOf(count, 'needs a supervisor', 'need a supervisor'),
  connection: 'Connection',
  since: (time: string) => `since ${time}`,
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Close this message',
  wait: 'One moment…',
  gettingReady: {
    under: (done: number, total: number) => `Saving receipts: ${countWords(done)} of ${countWords(total)}`,
    taking: (done: number, total: number) => `Loading a list: ${countWords(done)} of ${countWords(total)}`,
    oversized: 'List needs your OK',
    paused: 'Saving receipts: paused',
    halted: 'Saving receipts: stopped',
    done: (found: number, missed: number) =>
      `Offline receipts ready: ${countWords(found)} saved, ${countWords(missed)} not found.`,
  },
  failedTitle: 'Tillside couldn’t start',
} as const

/** What the header says of a program that is not for a store; nothing of one that is, or of a checkout. */
export function buildWords({ testBuild, build }: AppState['about']): string {
  const said = [
    ...(build === 'test_package' ? ['Test package, open to debuggers'] : []),
    ...(build === 'trial_package' ? ['For trial only'] : []),
    ...(testBuild ? ['Test build of Electron'] : []),
  ]
  return said.join(' · ')
}

const connections: Readonly<Record<AppState['connection']['state'], { sign: string; word: string }>> = {
  online: { sign: '●', word: 'Online' },
  offline: { sign: '○', word: 'Offline' },
  unknown: { sign: '·', word: 'Not checked yet' },
}

export function connectionWords(state: AppState['connection']['state']) {
  return connections[state]
}
