import { expect, it } from 'vitest'
import type { Transaction } from '../../shared/transaction'
import { answerText, withoutToken } from './answer-text'
import { glanceOf, rawForPeople, shorten } from './glance'
import { envelopeOf, paidRecord, sampleRecord } from './testing/sample-record'
import { readEnvelope } from './wire'

function recordOf(data: unknown): Transaction {
  const reading = readEnvelope(envelopeOf(data))
  if (!reading.ok) throw new Error(reading.fault.problem)
  return reading.value.record
}

it('takes from a record what the protocol judges by', () => {
  expect(glanceOf(recordOf(sampleRecord))).toEqual({
    id: sampleRecord.id,
    status: 'refunded',
    currency: 'HKD',
    amount: 12050,
    refunded: 12050,
    refundedAt: '2026-11-20 18:30:00',
    updatedAt: '2026-11-20 18:30:00',
    remark: 'R-0123456789 Damaged item',
  })
})

it.each([
  [
    'the refund’s before any other',
    { refund_details: { remark: 'b' }, cancellation_details: { remark: 'a' } },
    'b',
  ],
  ['another where no refund is', { fail_details: { remark: 'declined' } }, 'declined'],
  ['an empty one where there are no details', {}, ''],
])('takes as remark %s', (_name, changes, remark) => {
  expect(glanceOf(recordOf({ ...paidRecord, ...changes })).remark).toBe(remark)
})

it('leaves private fields out of what people read, nested and unknown ones too', () => {
  const raw = rawForPeople(
    recordOf({
      ...sampleRecord,
      user: { name: 'Ann', payer: 'hidden-1' },
      refund_details: { remark: 'seen', buyer_id: 'hidden-2' },
    }),
  )
  expect(raw).toContain('480013370000421')
  expect(raw).toContain('seen')
  expect(raw).not.toMatch(/hidden|SECRET-PIN-KEY|someone@example|2088000000000001|table/)
})

it('leaves private fields out of answers that are no record', () => {
  const json = answerText(
    500,
    '{"debug":{"payer":"p@x","pin_key":"k1","deep":[{"buyer_id":"b1"}]},"m":"seen"}',
  )
  const cut = answerText(200, '{"m":"seen","payer":"p@x","pin_key":"k1","buyer_id":"b1')
  for (const text of [json, cut]) {
    expect(text).toContain('seen')
    expect(text).not.toMatch(/p@x|k1|b1/)
  }
})

it('keeps at most 16 KiB, whole characters only', () => {
  for (const offset of ['', 'a', 'aa', 'aaa']) {
    const cut = shorten(offset + '€😀'.repeat(10_000))
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(16 * 1024)
    expect(Buffer.byteLength(cut)).toBeGreaterThan(16 * 1024 - 20)
    expect(cut.replace(/^a*(€😀)*€?/u, '')).toBe(' … (cut)')
  }
})

it('takes the token out of what the service repeats, but never a text as short as chance', () => {
  const token = 'abc/def+123456'
  const text = `<b>Bearer ${token}</b> {"auth":"abc\\/def+123456"} ?t=abc%2Fdef%2B123456`
  expect(withoutToken(text, token)).toBe(
    '<b>Bearer (access token)</b> {"auth":"(access token)"} ?t=(access token)',
  )
  expect(withoutToken('a cab', 'a')).toBe('a cab')
})
