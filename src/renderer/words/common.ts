import { isolatedText, shortText, shownText } from '../../shared/base/text'
import { words } from './words'

export type Explanation = {
  /** What happened. */
  readonly title: string
  /** What it means for the money. */
  readonly meaning: string
  /** What to do next. */
  readonly next: string
}

const { grammar, service, keys } = words

/** In characters; the service may send any length. */
const maxMessageLength = 1000

const endsAsSentence = /[.!?…。！？]["'”’»)\]」』）\u2069]*$/u

/** Returns a service's message on one line, truncated and isolated; '' when empty. */
export function messageText(message: string): string {
  const plain = message
    .slice(0, maxMessageLength * 4)
    .replace(/\s+/gu, ' ')
    .trim()
  const short = shortText(shownText(plain), maxMessageLength)
  // A joiner at the cut would join nothing.
  return isolatedText(short.replace(/[\u200c\u200d]+…$/u, '…'))
}

/** Adds a full stop unless the text ends like a sentence. */
export function asSentence(text: string): string {
  return endsAsSentence.test(text) ? text : `${text}${grammar.fullStop}`
}

/** Joins sentences, leaving out null and ''. */
export function sentences(...all: readonly (string | null)[]): string {
  return all.filter((text) => text !== null && text !== '').join(grammar.betweenSentences)
}

/** Quotes the service in a whole sentence, with the error's own `status` (interface.md §7) if given. */
export function serviceSays(message: string, status?: number | string): string {
  const text = messageText(message)
  const said = text === '' ? service.noReason : service.says(text)
  if (status === undefined) return asSentence(said)
  const numbered = `${said}${grammar.inBrackets(String(status))}`
  return endsAsSentence.test(said) ? numbered : `${numbered}${grammar.fullStop}`
}

/** Returns an error's own `status`, with HTTP's only where it differs. */
export function errorNumber(httpStatus: number, ownStatus: number | undefined): string {
  return ownStatus === undefined || ownStatus === httpStatus
    ? String(httpStatus)
    : grammar.errorNumber(String(ownStatus), String(httpStatus))
}

/** Returns the message for the end of a sentence such as "Not refunded: …". */
export function serviceReason(message: string): string {
  return messageText(message) || service.noReasonInSentence
}

/** Returns a fragment as a sentence: a capital first, and an end. */
export function sentenceOf(fragment: string): string {
  return asSentence(fragment.charAt(0).toUpperCase() + fragment.slice(1))
}

export type KeyHint = { readonly key: string; readonly does: string }

const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac')
export const confirmKey = isMac ? '⌘ ↵' : 'Ctrl ↵'
export const altKey = isMac ? '⌥' : 'Alt'

export const keyHints = {
  scan: { key: keys.scanKey, does: keys.scan },
  nextScan: { key: keys.scanKey, does: keys.nextScan },
  enter: { key: '↵', does: keys.enter },
  refund: { key: 'R', does: keys.refund },
  look: { key: 'L', does: keys.look },
  again: { key: 'L', does: keys.again },
  print: { key: 'P', does: keys.print },
  reason: (count: number) => ({ key: `1–${count}`, does: keys.reason }),
  reasonInAmount: (count: number) => ({ key: `${altKey} 1–${count}`, does: keys.reasonInAmount }),
  part: { key: 'A', does: keys.part },
  amountDone: { key: '↵', does: keys.amountDone },
  confirm: { key: confirmKey, does: keys.confirm },
  back: { key: 'Esc', does: keys.back },
  next: { key: 'Esc', does: keys.next },
  search: { key: '/', does: keys.search },
  choose: { key: '↑ ↓', does: keys.choose },
  open: { key: '↵', does: keys.open },
  lock: { key: isMac ? '⌘ L' : 'Ctrl L', does: keys.lock },
  all: { key: '?', does: keys.all },
  larger: { key: isMac ? '⌘ + −' : 'Ctrl + −', does: keys.larger },
  usual: { key: isMac ? '⌘ 0' : 'Ctrl 0', does: keys.usual },
} as const
