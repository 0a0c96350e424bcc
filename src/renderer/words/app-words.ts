import type { AppState } from '../../shared/contract'
import { codesWords, countOf, countWords } from './count-words'
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
  wait: 'One moment …',
  gettingReady: {
    under: (done: number, total: number) => `Getting ready: ${countWords(done)} of ${countWords(total)}`,
    taking: (done: number, total: number) => `Taking a list: ${countWords(done)} of ${countWords(total)}`,
    oversized: 'Getting ready: long list',
    paused: 'Getting ready: paused',
    halted: 'Getting ready: stopped',
    done: (found: number, missed: number) =>
      `Ready for an outage: ${codesWords(found)} found, ${countWords(missed)} not.`,
  },
  failedTitle: 'Tillside could not start',
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
  unknown: { sign: '·', word: 'Not asked yet' },
}

export function connectionWords(state: AppState['connection']['state']) {
  return connections[state]
}
