import { describe, expect, it } from 'vitest'
import type { Attempt, Intent, RefundAnswer, Snapshot, Verdict } from '../attempt/attempt'
import { connectFailures, lostAnswers, notBegunReasons } from '../base/common-schemas'
import { attempt, intent, otherMarker, ownMarker, snapshot, verdict } from '../testing/refund-samples'
import { judgeAnswer, judgeCheck } from './refund-judgement'

/** The plain intent is HK$20.00; the base 0. */
const ours = 2000

function answerWith(change: Partial<Snapshot>): RefundAnswer {
  return { kind: 'record', httpStatus: 200, snapshot: snapshot(change) }
}

function judged(change: Partial<Snapshot>, of: Intent = intent()): Verdict {
  return judgeAnswer(of, answerWith(change), [])
}

function errorShape(httpStatus: number, status = httpStatus): RefundAnswer {
  return { kind: 'error_shape', httpStatus, status, message: 'No' }
}

describe('the answer to a refund', () => {
  it('is refunded when the record rose by exactly the amount', () => {
    const cents = [ours - 1, ours, ours + 1].map((refunded) => judged({ refunded }))
    expect(cents).toEqual([
      verdict('unconfirmed'),
      verdict('refunded'),
      verdict('refunded', { alarm: 'more_than_ours' }),
    ])
  })

  it('counts from the highest value ever seen, not from 0', () => {
    const later = intent({ base: 500 })
    const outcome = [judged({ refunded: ours }, later), judged({ refunded: ours + 500 }, later)]
    expect(outcome).toEqual([verdict('unconfirmed'), verdict('refunded')])
  })

  it('is unconfirmed when it is of another payment or currency, or has no readable sum', () => {
    const records = [{ id: 'pay-2' }, { currency: 'USD' }, { refunded: null }]
    const verdicts = records.map((record) => judged({ refunded: ours, ...record }))
    expect(verdicts).toEqual(records.map(() => verdict('unconfirmed')))
  })

  it('is for a person when it names another amount of the payment, and not when it names none', () => {
    const outcome = [judged({ refunded: ours, amount: 1000 }), judged({ refunded: ours, amount: null })]
    expect(outcome).toEqual([verdict('unconfirmed', { forPerson: 'amount_changed' }), verdict('refunded')])
  })

  it('takes another refund’s marker at the beginning as evidence against ours, and ignores markers elsewhere', () => {
    const remarks = [
      `${otherMarker} Late`,
      `${otherMarker} ${ownMarker}`,
      `${ownMarker} ${otherMarker}`,
      `Damaged ${otherMarker}`,
    ]
    expect(remarks.map((remark) => judged({ refunded: ours, remark }))).toEqual([
      verdict('unconfirmed', { forPerson: 'another_marker' }),
      verdict('unconfirmed', { forPerson: 'another_marker' }),
      verdict('refunded'),
      verdict('refunded'),
    ])
  })

  it('ignores a marker that was there before', () => {
    const second = intent({ before: snapshot({ remark: `${otherMarker} First` }) })
    expect(judged({ refunded: ours, remark: `${otherMarker} First` }, second)).toEqual(verdict('refunded'))
  })

  it('ignores the marker of a done refund of this till: a service may show the reason of any', () => {
    const answer = answerWith({ refunded: ours, remark: `${otherMarker} First` })
    expect(judgeAnswer(intent(), answer, [otherMarker])).toEqual(verdict('refunded'))
  })

  it('is not sent when the connection never came up, or nothing was written to it, whatever the reason', () => {
    const answers: readonly RefundAnswer[] = [
      ...connectFailures.map((reason) => ({ kind: 'never_connected', reason, detail: '' }) as const),
      ...notBegunReasons.map((reason) => ({ kind: 'not_begun', reason, detail: '' }) as const),
    ]
    expect(answers.map((answer) => judgeAnswer(intent(), answer, []))).toEqual(
      answers.map(() => verdict('not_sent')),
    )
  })

  it('is unconfirmed when it connected and no complete answer came', () => {
    const answers = lostAnswers.map((reason) =>
      judgeAnswer(intent(), { kind: 'no_answer', reason, detail: '' }, []),
    )
    expect(answers).toEqual(lostAnswers.map(() => verdict('unconfirmed')))
  })

  it('is unconfirmed when it cannot be read, whatever its status', () => {
    const answers = [200, 302, 400, 500].map((httpStatus) =>
      judgeAnswer(intent(), { kind: 'unreadable', httpStatus, detail: '' }, []),
    )
    expect(answers).toEqual([1, 2, 3, 4].map(() => verdict('unconfirmed')))
  })

  it('is a refusal for exactly 400, 401, 403, 404, 409, 422 and 429 in the documented shape', () => {
    const statuses = Array.from({ length: 500 }, (_, index) => 100 + index)
    const refusals = statuses.filter(
      (status) => judgeAnswer(intent(), errorShape(status), []).to !== 'unconfirmed',
    )
    const verdicts = new Set(refusals.map((status) => judgeAnswer(intent(), errorShape(status), []).to))
    expect([refusals, [...verdicts]]).toEqual([[400, 401, 403, 404, 409, 422, 429], ['refusal_seen']])
  })

  it('is no refusal when the body’s status is not the answer’s own', () => {
    const answers = [errorShape(200, 400), errorShape(422, 400), errorShape(500, 422)]
    expect(answers.map((answer) => judgeAnswer(intent(), answer, []))).toEqual(
      answers.map(() => verdict('unconfirmed')),
    )
  })
})

it('a value that no type allows throws', () => {
  // The casts stand for a line that a later version might have written.
  const answer = { kind: 'postcard' } as unknown as RefundAnswer
  const strange = { ...attempt('sending'), state: 'rewound' } as unknown as Attempt
  expect(() => judgeAnswer(intent(), answer, [])).toThrow('Unhandled case')
  const beside = { ownMarkers: [], ownSince: 0, elsewhere: false }
  const facts = { ...beside, cached: false, lowerFor: null, quiet: 0, mayCount: true }
  expect(() => judgeCheck(strange, snapshot(), facts)).toThrow()
})
