import { shorten } from './glance'
import { withoutPrivateFields } from './private-fields'

/** Shorter tokens are found by chance in an answer, and hiding them would garble it. */
const leastHiddenToken = 8

/**
 * Takes the access token out of a text of the service: error pages like to repeat the request's headers, and
 * the token may stand nowhere but in the keychain and in the request (design.md, promise 3).
 */
export function withoutToken(text: string, token: string): string {
  if (token.length < leastHiddenToken) return text
  const written = [token, token.replaceAll('/', '\\/'), encodeURIComponent(token)]
  return written.reduce((hidden, form) => hidden.replaceAll(form, '(access token)'), text)
}

/** An answer that is no record, as text for people: private fields left out, 16 KiB at most. */
export function answerText(httpStatus: number, body: string): string {
  return shorten(`HTTP ${httpStatus}\n${withoutPrivateFields(body)}`)
}
