import type { AppState } from '../../shared/contract'
import { countOf } from './count-words'
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
  news: 'News',
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
