import type { DeskState } from '../../shared/contract'
import { codesWords, countWords } from './count-words'
import { frameWords } from './frame-words'
import { begunWords } from './journal-words'
import { keyWords } from './key-words'

export const appWords = {
  ...frameWords,
  places: 'Places',
  undecided: (count: number) => (count === 1 ? '1 refund undecided' : `${count} refunds undecided`),
  connection: 'Connection',
  since: (time: string) => `since ${time}`,
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Close this message',
  wait: 'One moment …',
  gettingReady: {
    under: (done: number, total: number) => `Getting ready: ${countWords(done)} of ${countWords(total)}`,
    taking: (done: number, total: number) => `Taking a list: ${countWords(done)} of ${countWords(total)}`,
    held: 'Getting ready: long list',
    paused: 'Getting ready: paused',
    halted: 'Getting ready: stopped',
    done: (found: number, missed: number) =>
      `Ready for an outage: ${codesWords(found)} found, ${countWords(missed)} not.`,
  },
  failedTitle: 'Tillside could not start',
} as const

const connections: Readonly<Record<DeskState['connection']['state'], { sign: string; word: string }>> = {
  online: { sign: '●', word: 'Online' },
  offline: { sign: '○', word: 'Offline' },
  unknown: { sign: '·', word: 'Not asked yet' },
}

export function connectionWords(state: DeskState['connection']['state']) {
  return connections[state]
}

const notLists = {
  folder: 'That is a folder. Drop a list, or watch the folder: Settings, Ready for an outage.',
  several: 'Those are several files. Drop one list at a time.',
  picture: 'That is a picture. Drop a list of codes: a CSV or text file.',
} as const

/** A notice in one line. */
export function noticeWords(notice: Notice): string {
  switch (notice.kind) {
    case 'fault': {
      const { title, meaning, next } = explainFault(notice.fault)
      return [title.replace(/\.$/, ''), meaning.replace(/\.$/, ''), next].join('. ')
    }
    case 'scan_refused':
      return 'That scan was not taken: a refund is being sent. Scan again when it is done.'
    case 'confirm_hasty':
      return `Not confirmed: another key came just before. Press ${keyWords.confirmKey} once more.`
    case 'copied':
      return `Copied ${notice.text}`
    case 'saved':
      return `Saved as ${notice.path}`
    case 'printed':
      return 'Sent to the printer'
    case 'settings_saved':
      return 'Saved'
    case 'token_saved':
      return 'The payment service is connected'
    case 'token_forgotten':
      return 'The access token was forgotten'
    case 'copies_forgotten':
      return 'The saved copies are deleted'
    case 'list_taken':
      return `${codesWords(notice.codes)} taken from “${notice.name}”. They are looked up in the background.`
    case 'not_a_list':
      return notLists[notice.why]
    case 'pin_set':
      return 'The supervisor PIN is set'
    case 'decided':
      return 'The decision is written down'
    case 'journal_begun':
      return begunWords(notice.takenOver)
    default:
      return unreachable(notice)
  }
}
