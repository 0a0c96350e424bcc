import { expect, it } from 'vitest'
import type { Exchanged } from './exchange'
import { rawForPeople, readErrorShape, readForeignJson, receive, snapshotOf } from './read-answer'
import { readRefundAnswer } from './refund'
import { readShowAnswer } from './show'
import { byTransaction } from './testing/payments-rig'
import { envelopeOf, paidRecord, recordOf, sampleRecord } from './testing/sample-record'

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
      user: { name: 'Ann', payer: 'hidden-1', Payer: 'hidden-3', deep: [{ 'buyer-ID': 'hidden-4' }] },
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
    gateway_sub_name: `${'x'.repeat(999)}…`,
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
  const spelled = textOf(500, '{"Payer":"p@x","PIN-KEY":"k1","deep":[{"buyerId":"b1"}],"m":"seen"}')
  for (const text of [json, spelled]) {
    expect(text).toContain('seen')
    expect(text).not.toMatch(/p@x|k1|b1/)
  }
})

it('leaves out a text that is no JSON and names a private field, since nobody can tell where its value ends', () => {
  const cut = [
    '{"m":"1","Payer":"p@x',
    '{"PIN-KEY":"k1',
    '{"buyer_id":"b1',
    'extra parameters: a',
    'payer_email=p@x',
  ]
  const told = [...cut, '<h1>Bad gateway</h1>'].map((body) => textOf(502, body))
  expect(told).toEqual([...cut.map(() => 'HTTP 502\n(left out)'), 'HTTP 502\n<h1>Bad gateway</h1>'])
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

it.each([
  [
    '{"success":false,"message":"Internal Error","status":500}',
    { message: 'Internal Error', status: 500, isDocumented: true },
  ],
  ['{"success":false,"message":"","status":404}', { message: '', status: 404, isDocumented: true }],
  [
    '{"success":false,"message":"x","status":422,"errors":{"amount":["too big"]}}',
    { message: 'x', status: 422, isDocumented: true },
  ],
  ['{"success":false,"message":"x","status":"422"}', { message: 'x', status: 422, isDocumented: false }],
])('reads %s as the documented error', (body, shape) => {
  expect(readErrorShape(readForeignJson(body))).toEqual(shape)
})

it.each([
  '',
  'null',
  '[]',
  '<h1>404</h1>',
  '{"success":true,"message":"x","status":404}',
  '{"success":"false","message":"x","status":404}',
  '{"message":"x","status":404}',
  '{"success":false,"status":404}',
  '{"success":false,"message":null,"status":404}',
  '{"success":false,"message":"x"}',
  '{"success":false,"message":"x","status":404.5}',
  '{"success":false,"message":"x","status":"404 Not Found"}',
  '{"success":false,"message":"x","status":" 404"}',
  '{"success":false,"message":"x","status":true}',
  '{"success":false,"message":"x","status":4',
])('does not take %j for the documented error', (body) => {
  expect(readErrorShape(readForeignJson(body))).toBeNull()
})

const token = 'q8Zt+vN/3kP0aXc9"Ww=='

/** Placeholder for the encoded token in a body. */
const here = '@here@'
const errorWith = (more: object) =>
  JSON.stringify({ success: false, message: 'No luck', status: 422, ...more })
const recordWith = (more: object) => envelopeOf({ ...sampleRecord, ...more })

const places: Readonly<Record<string, readonly [status: number, body: string]>> = {
  'the message of an error': [422, errorWith({ message: `You sent Authorization: Bearer ${here}.` })],
  'a documented error inside HTTP 200': [200, errorWith({ message: here, status: 401 })],
  'another member of an error': [500, errorWith({ request: { headers: [{ Authorization: here }] } })],
  'a remark': [200, recordWith({ refund_details: { remark: `R-0123456789 ${here}` } })],
  'a name of a person': [200, recordWith({ refund_details: { first_name: here, last_name: here } })],
  'a text of the record': [
    200,
    recordWith({ gateway_sub_name: `<${here}>`, wallet_type: here, payer: here }),
  ],
  'an id that nothing is decided by': [200, recordWith({ user_id: here, buyer_id: here })],
  'custom information': [200, recordWith({ extra_parameters: `{"auth":"${here}"}` })],
  'an unknown field': [200, recordWith({ debug: here })],
  'the name of an unknown field': [200, recordWith({ [`x-${here}`]: 'seen' })],
  'an unknown object': [200, recordWith({ debug: { list: [{ [here]: [`Bearer ${here}`] }] } })],
  'an unknown member of details': [200, recordWith({ refund_details: { by: here, [here]: 1 } })],
  'a link': [200, recordWith({ _links: [{ rel: `r-${here}`, href: `https://pay.example/?t=${here}&x=1` }] })],
  'JSON in a text of JSON': [422, errorWith({ message: JSON.stringify({ error: `Bearer ${here}` }) })],
  'a record beside an HTTP error': [500, recordWith({ gateway_sub_name: here })],
  'a page of HTML': [502, `<html><body><pre>Authorization: Bearer ${here}</pre></body></html>`],
  'JSON that is cut': [200, `{"success":true,"data":{"debug":"${here}"`],
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const encoded: Readonly<Record<string, string>> = {
  plain: token,
  'in JSON': JSON.stringify(token).slice(1, -1),
  'in JSON with escaped slashes': JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/'),
  'in an address': encodeURIComponent(token),
  'in an address, its escapes in lower case': encodeURIComponent(token).replace(/%../g, (escaped) =>
    escaped.toLowerCase(),
  ),
  'in Base64': base64(token),
  'in Base64 with its scheme': base64(`Bearer ${token}`),
  'in Base64 for addresses': Buffer.from(token).toString('base64url'),
}

const asked = { serviceAddress: 'https://pay.example', askedAt: 1 }

/** Returns everything that a show and a refund return and log for an answer. */
function toldOf(outcome: Exchanged): string {
  const lines: string[] = []
  const note = (words: string) => void lines.push(words)
  const shown = readShowAnswer(byTransaction, receive(outcome, token), asked, note)
  const refunded = readRefundAnswer(receive(outcome, token), note)
  return textsIn([shown, refunded, shown.ok ? snapshotOf(shown.value.record) : null, lines]).join('\n')
}

/** Returns all texts and names of members, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)])
}

const answered = (httpStatus: number, body: string): Exchanged => ({
  kind: 'answered',
  httpStatus,
  age: 0,
  body,
})

it.each(Object.entries(places))('takes the whole token out of %s', (_name, [status, body]) => {
  const left = Object.entries(encoded).filter(([, written]) => {
    const inBody = JSON.stringify(written).slice(1, -1)
    const sent = body.replaceAll(here, () => inBody)
    return toldOf(answered(status, sent)).includes(written.replace(/=+$/, ''))
  })
  expect(left).toEqual([])
})

it('takes it out of what Node says of a broken line, and whatever follows "Bearer"', () => {
  const detail = `Invalid header value "Bearer ${token.slice(0, 16)}" for ${token}`
  const outcomes: readonly Exchanged[] = [
    { kind: 'no_answer', reason: 'malformed', detail },
    { kind: 'never_connected', reason: 'aborted', detail },
  ]
  for (const outcome of outcomes) {
    const expected = { ...outcome, detail: 'Invalid header value "Bearer (access token)" for (access token)' }
    expect(receive(outcome, token)).toEqual(expected)
  }
})

it('reads and refunds by an id that shares characters with the token, or is the token', () => {
  const mongo = '665f1c2a9b3e4d7f8a1b2c3d'
  for (const id of ['6746a1c29b3e4d7f8a000001', mongo]) {
    const outcome = answered(200, recordWith({ id, transaction_id: '9b3e4d7f8a1', refunded_at: mongo }))
    const refund = readRefundAnswer(receive(outcome, mongo), () => {})
    const result = [refund.answer.kind, refund.record?.id, refund.record?.transactionId]
    expect(result).toEqual(['record', id, '9b3e4d7f8a1'])
  }
})

it('takes nothing out for a token so short that chance would find it', () => {
  const outcome = answered(422, errorWith({ message: 'Order a1B2c3D of a1B2c3D was refused' }))
  expect(readRefundAnswer(receive(outcome, 'a1B2c3D'), () => {}).answer).toMatchObject({
    message: 'Order a1B2c3D of a1B2c3D was refused',
  })
})

it('changes nothing in an answer without it, escapes and all', () => {
  const body = recordWith({ x: ['100%', 'a\\b', '&amp;', '%2B', '\\u002b', 'AT&T', 12345678.5] })
  const received = receive(answered(200, body), token)
  expect(received.kind === 'answered' && received.json.ok && JSON.stringify(received.json.value)).toBe(body)
})
