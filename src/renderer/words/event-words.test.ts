import { expect, it } from 'vitest'
import type { AttemptEvent } from '../../shared/attempt/attempt'
import { anAttempt } from '../store/testing/samples'
import { eventWords } from './activity'

const verdict = { to: 'unconfirmed', alarm: null, forPerson: null } as const

function answered(httpStatus: number, status: number, message: string): string {
  const answer = { kind: 'error_shape', httpStatus, status, message } as const
  return eventWords({ kind: 'answered', at: 0, answer, verdict, raw: '' })
}

it.each([
  [422, 422, 'amount too large', 'Error from the service: amount too large (422)'],
  [200, 422, 'amount too large', 'Error from the service: amount too large (422, in an answer of HTTP 200)'],
  [500, 422, 'Internal Error.', 'Error from the service: Internal Error. (422, in an answer of HTTP 500)'],
  [500, 500, '', 'Error from the service, without a reason (500)'],
  [200, 500, ' ', 'Error from the service, without a reason (500, in an answer of HTTP 200)'],
])(
  'a line of the journal about HTTP %d with the error’s own status %d and %j',
  (http, status, message, words) => {
    expect(answered(http, status, message)).toBe(words)
  },
)

const decision = { supervisor: 'Mei', saw: 'Portal', why: 'Listed', refunded: 0 } as const

it.each<[AttemptEvent, string]>([
  [
    {
      kind: 'answered',
      at: 0,
      answer: { kind: 'not_begun', reason: 'head_not_kept', detail: '' },
      verdict,
      raw: '',
    },
    'Not sent: this PC’s keychain couldn’t keep the refund record',
  ],
  [
    {
      kind: 'answered',
      at: 0,
      answer: { kind: 'not_begun', reason: 'too_late', detail: '' },
      verdict,
      raw: '',
    },
    'Not sent: more than a minute had passed since the payment was checked',
  ],
  [
    { kind: 'checked', at: 0, check: { kind: 'no_record', detail: '' }, verdict, raw: '' },
    'Checked: no payment in the answer',
  ],
  [
    { kind: 'decided', at: 0, decision: { ...decision, to: 'not_refunded', portal: true } },
    'Mei recorded: not refunded, by the provider’s portal',
  ],
  [
    { kind: 'decided', at: 0, decision: { ...decision, to: 'refunded', portal: false } },
    'Mei recorded: refunded',
  ],
  [{ kind: 'watched', at: 0, refunded: 2025 }, 'Watched: refunded so far 20.25'],
  [{ kind: 'watch_ended', at: 0 }, 'The watch is over: the service couldn’t be asked often enough'],
  [
    { kind: 'acknowledged', at: 0, alarm: 1, by: 'Mei', note: 'Both known' },
    'Mei has seen the alarm: Both known',
  ],
  [{ kind: 'slip_made', at: 0, how: 'printed' }, 'Slip printed'],
  [{ kind: 'slip_made', at: 0, how: 'saved' }, 'Slip saved as PDF'],
  [
    { kind: 'taken_over', at: 0, attempt: anAttempt({ state: 'unconfirmed' }) },
    'Carried over into a new refund record: Unconfirmed',
  ],
])('%j reads %j', (event, words) => {
  expect(eventWords(event)).toBe(words)
})
