import type { DeskState } from '../../shared/contract'
import { unreachable } from '../../shared/result'
import type { Notice } from '../desk/notice'
import { explainFault } from './fault-words'

export const appWords = {
  brand: 'Tillside',
  places: 'Places',
  counter: 'Counter',
  activity: 'Activity',
  settings: 'Settings',
  undecided: (count: number) => (count === 1 ? '1 refund undecided' : `${count} refunds undecided`),
  connection: 'Connection',
  since: (time: string) => `since ${time}`,
  practice: 'Practice',
  practiceBand: 'Practice · no real money',
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Close this message',
  wait: 'One moment …',
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

/** A notice in one line. */
export function noticeWords(notice: Notice): string {
  switch (notice.kind) {
    case 'fault': {
      const { title, meaning, next } = explainFault(notice.fault)
      return [title.replace(/\.$/, ''), meaning.replace(/\.$/, ''), next].join('. ')
    }
    case 'scan_refused':
      return 'That scan was not taken: a refund is being sent. Scan again when it is done.'
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
    case 'pin_set':
      return 'The supervisor PIN is set'
    case 'decided':
      return 'The decision is written down'
    default:
      return unreachable(notice)
  }
}
