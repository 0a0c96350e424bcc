import { expect, it } from 'vitest'
import type { Transaction } from '../../shared/payment/transaction'
import { rawForPeople, readForeignJson, receive, snapshotOf } from './read-answer'
import { readEnvelope } from './read-record'
import { envelopeOf, paidRecord, sampleRecord } from './testing/sample-record'

function recordOf(data: unknown): Transaction {
  const reading = readEnvelope(readForeignJson(envelopeOf(data)))
  if (!reading.ok) throw new Error(reading.fault)
  return reading.value
}

it.each([
  [
    'the refund’s before any other',
    { refund_details: { remark: 'b' }, cancellation_details: { remark: 'a' } },
    'b',
  ],
  ['another where no refund is', { fail_details: { remark: 'declined' } }, 'declined'],
  ['an empty one where there are no details', {}, ''],
])('takes as remark %s', (_name, changes, remark) => {
  expect(snapshotOf(recordOf({ ...paidRecord, ...changes })).remark).toBe(remark)
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

it('tells people a record by the interface’s own names, and all that decides beside the longest texts', () => {
  const long = 'x'.repeat(65_535)
  const raw: unknown = JSON.parse(rawForPeople(recordOf({ ...sampleRecord, gateway_sub_name: long })))
  expect(raw).toMatchObject({
    gateway_sub_name: `${'x'.repeat(1000)} … (cut)`,
    status: 'refunded',
    refunded: '120.50',
    refund_details: sampleRecord.refund_details,
  })
})

function textOf(httpStatus: number, body: string): string {
  const received = receive({ kind: 'answered', httpStatus, age: 0, body }, '')
  return received.kind === 'answered' ? received.text() : received.detail
}

it('leaves private fields out of answers that are no record', () => {
  const json = textOf(500, '{"debug":{"payer":"p@x","pin_key":"k1","deep":[{"buyer_id":"b1"}]},"m":"seen"}')
  const cut = textOf(200, '{"m":"seen","payer":"p@x, and p@x","pin_key":"\\"k1","buyer_id":"b1')
  const cutInside = textOf(200, '{"m":"seen","extra_parameters":{"a":"p@x","b":["k1","b1')
  for (const text of [json, cut, cutInside]) {
    expect(text).toContain('seen')
    expect(text).not.toMatch(/p@x|k1|b1/)
  }
})

it('keeps a remark to 1,000 characters and the beginning of it, where a marker stands', () => {
  const remark = (text: string) =>
    snapshotOf(recordOf({ ...sampleRecord, refund_details: { remark: text } })).remark
  expect(remark('😀'.repeat(1000))).toBe('😀'.repeat(1000))
  const cut = remark(`R-0123456789 ${'😀'.repeat(60_000)}`)
  expect([...cut].length).toBe(1000)
  expect(cut).toMatch(/^R-0123456789 (😀)+ … \(cut, [0-9a-f]{16}\)$/u)
})

it('takes no two texts for the same that only begin alike', () => {
  const snapshot = (end: string) =>
    snapshotOf(
      recordOf({
        ...sampleRecord,
        id: `i${'x'.repeat(70_000)}${end}`,
        status: `s${'x'.repeat(70_000)}${end}`,
        currency: `c${'x'.repeat(70_000)}${end}`,
        refunded_at: `r${'x'.repeat(900)}${end}`,
        updated_at: `u${'x'.repeat(900)}${end}`,
        refund_details: { remark: `m${'x'.repeat(60_000)}${end}` },
      }),
    )
  const [one, other] = [Object.values(snapshot('1')), Object.values(snapshot('2'))]
  const texts = one
    .map((value, index) => [value, other[index]])
    .filter(([value]) => typeof value === 'string')
  expect(texts.length).toBe(6)
  for (const [value, another] of texts) expect(value).not.toBe(another)
  expect(JSON.stringify(one).length).toBeLessThan(3000)
})
