import { isolatedText, shownText } from '../../shared/shown-text'

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
