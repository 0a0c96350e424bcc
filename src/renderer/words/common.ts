import type { ConnectFailure, LostAnswer } from '../../shared/call-failures'
import type { Fault, FaultOf } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { isolatedText, shownText } from '../../shared/shown-text'

/** What a person reads when something is not as usual: three plain sentences, in this order. */
export type Explanation = {
  /** What happened. */
  readonly title: string
  /** What it means for the money. */
  readonly meaning: string
  /** What to do next. */
  readonly next: string
}

export const nothingMoved = 'No money moved.'
export const nothingSent = 'Nothing was sent. No money moved.'

/** Makes a test for a group of faults, by their kinds. */
export function kindsOf<K extends Fault['kind']>(...kinds: readonly K[]) {
  const known: ReadonlySet<Fault['kind']> = new Set(kinds)
  return (fault: Fault): fault is FaultOf<K> => known.has(fault.kind)
}

/** A message may be of any length: so much of it is read by a person, in characters. */
const longestMessage = 1000

/** What a service that explains nothing is said to have said. */
const noReason = 'The service gave no reason'

const endsAsSentence = /[.!?…。！？]["'”’»)\]\u2069]*$/u

/** A service's message as a part of a sentence: on one line and no longer than a person reads; '' when it says nothing. */
export function messageText(message: string): string {
  const plain = message
    .slice(0, longestMessage * 4)
    .replace(/\s+/gu, ' ')
    .trim()
  const text = shownText(plain)
  const characters = [...text]
  if (characters.length <= longestMessage) return isolatedText(text)
  const first = characters.slice(0, longestMessage).join('')
  // A joiner at the cut joins nothing any more.
  return isolatedText(`${first.replace(/[\u200c\u200d]+$/u, '')}…`)
}

/** Ends a text with a full stop where it has no end of its own, so that another sentence can follow. */
export function asSentence(text: string): string {
  return endsAsSentence.test(text) ? text : `${text}.`
}

/**
 * What the service says, as one whole sentence, with the error's own `status` (interface.md §7) where one is given.
 * An empty message has words too.
 */
export function serviceSays(message: string, status?: number | string): string {
  const text = messageText(message)
  const said = text === '' ? noReason : `The service says: ${text}`
  if (status === undefined) return asSentence(said)
  return endsAsSentence.test(said) ? `${said} (${status})` : `${said} (${status}).`
}

/** The number of an error for people: its own `status`, and HTTP's beside it only where that says otherwise. */
export function errorNumber(httpStatus: number, ownStatus: number | undefined): string {
  return ownStatus === undefined || ownStatus === httpStatus
    ? String(httpStatus)
    : `${ownStatus}, in an answer of HTTP ${httpStatus}`
}

/** The same for the end of a sentence that has begun: "Not refunded: …". */
export function serviceReason(message: string): string {
  const text = messageText(message)
  return text === '' ? 'the service gave no reason.' : text
}

/** Why the payment service could not be reached, for the middle of a sentence. */
export function connectFailureWords(reason: ConnectFailure): string {
  switch (reason) {
    case 'name_lookup':
      return 'its address wasn’t found'
    case 'refused':
      return 'it isn’t accepting connections'
    case 'unreachable':
      return 'there is no network to it'
    case 'timeout':
      return 'it took too long to connect'
    case 'certificate':
      return 'its certificate can’t be trusted'
    case 'handshake':
      return 'the secure connection failed'
    case 'pin':
      return 'its certificate isn’t one that this PC’s policy allows'
    case 'proxy':
      return 'this PC’s proxy won’t let Tillside through'
    case 'proxy_sign_in':
      return 'this PC’s proxy asks for a user name and password'
    case 'aborted':
      return 'the connection attempt was stopped'
    default:
      return unreachable(reason)
  }
}

/** How the answer was lost, for the middle of a sentence. */
export function lostAnswerWords(reason: LostAnswer): string {
  switch (reason) {
    case 'timeout':
      return 'no answer came in time'
    case 'reset':
      return 'the connection was lost'
    case 'closed':
      return 'the connection closed before an answer'
    case 'truncated':
      return 'the answer was cut off'
    case 'too_large':
      return 'the answer was too long'
    case 'malformed':
      return 'the answer couldn’t be understood'
    default:
      return unreachable(reason)
  }
}

/** Such a fragment as a sentence of its own. */
export function sentenceOf(fragment: string): string {
  return asSentence(fragment.charAt(0).toUpperCase() + fragment.slice(1))
}

export type KeyHint = { readonly key: string; readonly does: string }

const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')
export const confirmKey = isMac ? '⌘ ↵' : 'Ctrl ↵'
export const altKey = isMac ? '⌥' : 'Alt'

export const keyHints = {
  scan: { key: 'Scan', does: 'look up' },
  nextScan: { key: 'Scan', does: 'next receipt' },
  enter: { key: '↵', does: 'look up typed code' },
  refund: { key: 'R', does: 'refund' },
  look: { key: 'L', does: 'check again' },
  again: { key: 'L', does: 'try again' },
  print: { key: 'P', does: 'print' },
  reason: (count: number) => ({ key: `1–${count}`, does: 'reason' }),
  reasonInAmount: (count: number) => ({ key: `${altKey} 1–${count}`, does: 'reason, while typing' }),
  part: { key: 'A', does: 'another amount' },
  amountDone: { key: '↵', does: 'amount done' },
  confirm: { key: confirmKey, does: 'confirm' },
  back: { key: 'Esc', does: 'back' },
  next: { key: 'Esc', does: 'next customer' },
  search: { key: '/', does: 'search receipts' },
  choose: { key: '↑ ↓', does: 'choose' },
  open: { key: '↵', does: 'open' },
  all: { key: '?', does: 'all keys' },
  larger: { key: isMac ? '⌘ + −' : 'Ctrl + −', does: 'larger, smaller' },
  usual: { key: isMac ? '⌘ 0' : 'Ctrl 0', does: 'size as in Settings' },
} as const

/** In the keys' place while none works. */
export const noKeyWords = 'Sending a refund, please wait.'
