import type { Fault } from '../../shared/fault'
import { maxRequestedLookups } from '../../shared/limits'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { asSentence } from './common'
import { codesWords, countOf } from './count-words'
import { explainFault } from './faults'
import { confirmKey } from './key-words'
import { paperWords } from './paper-words'
import { testSlipWords } from './test-slip-words'

/** What failed: it stays until it is read. */
export type FaultNotice = {
  readonly kind: 'fault'
  readonly fault: Fault
  /** Which paper it was that did not come out: by then something else may be on the screen. */
  readonly paper?: string
}

/** One short message over the page: what failed, or that something was done. Never about a refund's outcome. */
export type Notice = FaultNotice | PassingNotice

/** What goes by itself, or with the next one. */
export type PassingNotice =
  | { readonly kind: 'scan_refused' }
  /** A dialog in which something was typed is open. */
  | { readonly kind: 'scan_refused_dialog' }
  /** A scan whose Enter came too late to belong to it. */
  | { readonly kind: 'scan_late' }
  /** R was pressed while the line is down. */
  | { readonly kind: 'offline_refund' }
  /** Ctrl+Enter came right after another key, as a scanner may send it. */
  | { readonly kind: 'confirm_hasty' }
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'saved'; readonly path: string }
  | { readonly kind: 'printed' }
  | { readonly kind: 'settings_saved' }
  /** The dialog that asks for a supervisor was closed without a proof. */
  | { readonly kind: 'not_allowed' }
  /** Another program on this PC asked for the receipt that is looked up. */
  | { readonly kind: 'lookup_requested' }
  /** Such programs have asked for too many today. */
  | { readonly kind: 'requests_refused' }
  /** Somebody scanned the test slip. */
  | { readonly kind: 'test_slip_read' }
  | { readonly kind: 'token_forgotten' }
  | { readonly kind: 'copies_forgotten' }
  | { readonly kind: 'list_taken'; readonly name: string; readonly codes: number }
  /** What was dropped on the window is nothing to read codes from. */
  | { readonly kind: 'not_a_list'; readonly why: 'folder' | 'several' | 'picture' }
  | { readonly kind: 'pin_reopened' }
  | { readonly kind: 'decided' }
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'released' }
  | { readonly kind: 'lower_accepted' }
  | { readonly kind: 'service_settled' }

const notLists = {
  folder: 'That’s a folder. Drop one file, or choose the folder in Settings.',
  several: 'Those are several files. Drop one list at a time.',
  picture: 'That’s a picture. Drop a list of codes: a CSV or text file.',
} as const

/** For the supervisor who has just typed the right PIN. @param since as people write it. */
export function wrongPinsWords(tries: number, since: string): string {
  const pins = countOf(tries, 'wrong PIN', 'wrong PINs')
  return `${pins} since ${since}, before the right one. It’s in the record.`
}

/** A notice in one line. */
export function noticeWords(notice: Notice): string {
  switch (notice.kind) {
    case 'fault': {
      const { title, meaning, next } = explainFault(notice.fault)
      const what = notice.paper === undefined ? title : paperWords.titleOf(title, notice.paper)
      return [asSentence(what), asSentence(meaning), next].join(' ')
    }
    case 'scan_refused':
      return 'Scan ignored: a refund is being sent. Scan again when it’s done.'
    case 'scan_refused_dialog':
      return 'Scan ignored. Finish this form first, or press Esc.'
    case 'scan_late':
      return 'Scan not taken: its Enter came too late. Scan again.'
    case 'offline_refund':
      return 'No refund while offline: the payment service must be asked first.'
    case 'confirm_hasty':
      return `Not confirmed: another key came just before. Press ${confirmKey} once more.`
    case 'copied':
      return `Copied ${isolatedText(notice.text)}`
    case 'saved':
      return `Saved as ${isolatedText(notice.path)}`
    case 'printed':
      return 'Sent to the printer'
    case 'settings_saved':
      return 'Saved'
    case 'not_allowed':
      return 'Nothing was changed: only a supervisor may do this'
    case 'lookup_requested':
      return 'Another program on this PC asked for this receipt'
    case 'requests_refused':
      return `Not looked up: other programs on this PC asked for ${maxRequestedLookups} receipts today. Scan or type the code.`
    case 'test_slip_read':
      return testSlipWords.read
    case 'token_forgotten':
      return 'Access token removed'
    case 'copies_forgotten':
      return 'Saved receipts deleted'
    case 'list_taken':
      return `${codesWords(notice.codes)} loaded from “${isolatedText(notice.name)}”. Saving their receipts in the background.`
    case 'not_a_list':
      return notLists[notice.why]
    case 'pin_reopened':
      return 'The supervisor PIN can be tried again'
    case 'decided':
      return 'Decision saved'
    case 'acknowledged':
      return 'Recorded that the alarm was seen'
    case 'released':
      return 'The payment is open for refunds again'
    case 'lower_accepted':
      return 'The lower amount is accepted'
    case 'service_settled':
      return 'Recorded'
    default:
      return unreachable(notice)
  }
}
