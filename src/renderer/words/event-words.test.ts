import { expect, it } from 'vitest'
import { eventWords } from './event-words'

const verdict = { to: 'unconfirmed', alarm: null, forPerson: null, nothingMoved: false } as const

function answered(httpStatus: number, status: number, message: string): string {
  const answer = { kind: 'error_shape', httpStatus, status, message } as const
  return eventWords({ kind: 'answered', at: 0, answer, verdict, raw: '' })
}

it.each([
  [422, 422, 'amount too large', 'The service said: amount too large (422)'],
  [200, 422, 'amount too large', 'The service said: amount too large (422, in an answer of HTTP 200)'],
  [500, 422, 'Internal Error.', 'The service said: Internal Error. (422, in an answer of HTTP 500)'],
  [500, 500, '', 'The service gave no reason (500)'],
  [200, 500, ' ', 'The service gave no reason (500, in an answer of HTTP 200)'],
])(
  'a line of the journal about HTTP %d with the error’s own status %d and %j',
  (http, status, message, words) => {
    expect(answered(http, status, message)).toBe(words)
  },
)
