import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Exchanged } from './exchange'
import { decidingFields, receive } from './foreign-answer'
import { readRefundAnswer } from './http-refund-sender'
import { snapshotOf } from './refund-snapshot'
import { readShowAnswer } from './show-answer'
import { byTransaction } from './testing/payments-rig'
import { envelopeOf, sampleRecord } from './testing/sample-record'
import { encoders, randomPiecesOf, readings, realisticToken } from './testing/token-encoders'

/** Stands in a body where the token is put, already encoded. */
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
  'custom information': [200, recordWith({ extra_parameters: `{"auth":"${here}"}` })],
  'an unknown field': [200, recordWith({ debug: here })],
  'the name of an unknown field': [200, recordWith({ [`x-${here}`]: 'seen' })],
  'an unknown object': [200, recordWith({ debug: { list: [{ [here]: [`Bearer ${here}`] }] } })],
  'an unknown member of details': [200, recordWith({ refund_details: { by: here, [here]: 1 } })],
  'a link': [200, recordWith({ _links: [{ rel: `r-${here}`, href: `https://pay.example/?t=${here}&x=1` }] })],
  'a page of HTML': [502, `<html><body><pre>Authorization: Bearer ${here}</pre></body></html>`],
  'JSON that is cut': [200, `{"success":true,"data":{"debug":"${here}"`],
  'JSON in a text of JSON': [422, errorWith({ message: JSON.stringify({ error: `Bearer ${here}` }) })],
  'a record beside an HTTP error': [500, recordWith({ gateway_sub_name: here })],
}

const asked = { serviceAddress: 'https://pay.example', askedAt: 1 }

/** All that a show and a refund tell and log of one answer. */
function toldOf(outcome: Exchanged, token: string): readonly string[] {
  const lines: string[] = []
  const shown = readShowAnswer(byTransaction, receive(outcome, token), asked, (words) => lines.push(words))
  const refunded = readRefundAnswer(receive(outcome, token), (words) => lines.push(words))
  const snapshot = shown.ok ? snapshotOf(shown.value.record) : null
  return textsIn([shown, refunded, snapshot, lines])
}

/** Every text and every name of a member, however deep. */
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

/** The token or a part of it that holds a random piece. */
const withPieces = realisticToken.filter((token) => randomPiecesOf(token).length > 0)
const tokenAndPart = withPieces.chain((token) => {
  const pieces = randomPiecesOf(token)
  const part = fc
    .tuple(fc.constantFrom(...pieces), fc.nat({ max: 6 }), fc.nat({ max: 40 }))
    .map(([piece, before, after]) => {
      const at = token.indexOf(piece)
      return token.slice(Math.max(0, at - before), at + 8 + after)
    })
  return fc.tuple(fc.constant(token), fc.oneof(fc.constant(token), part), fc.constant(pieces))
})

it('lets no token and no random piece of one out, wherever it stands and however it is written', () => {
  fc.assert(
    fc.property(
      tokenAndPart,
      fc.constantFrom(...Object.keys(places)),
      fc.constantFrom(...Object.keys(encoders)),
      fc.boolean(),
      ([token, part, pieces], place, encoder, twice) => {
        const [status, body] = places[place] ?? [0, '']
        const once = encoders[encoder]?.(part) ?? ''
        const written = twice ? JSON.stringify(once).slice(1, -1) : once
        const outcome = answered(
          status,
          body.replaceAll(here, () => written),
        )
        const told = [...new Set(toldOf(outcome, token))].flatMap(readings).join('\n')
        expect([token, ...pieces].filter((piece) => told.includes(piece))).toEqual([])
      },
    ),
    { numRuns: 3000 },
  )
})

it('lets no piece out of what Node says of a broken line', () => {
  fc.assert(
    fc.property(
      tokenAndPart,
      fc.constantFrom('no_answer', 'never_connected'),
      ([token, part, pieces], kind) => {
        const detail = `Invalid header value "Bearer ${part}"`
        const outcome: Exchanged =
          kind === 'no_answer'
            ? { kind, reason: 'malformed', detail }
            : { kind: 'never_connected', reason: 'aborted', detail }
        const told = toldOf(outcome, token).join('\n')
        expect(told).toContain('Invalid header value "Bearer (access token)')
        for (const piece of pieces) expect(told).not.toContain(piece)
      },
    ),
    { numRuns: 300 },
  )
})

const shownOnly = [
  'user_id',
  'company_id',
  'store_id',
  'buyer_id',
  'pin_key',
  'refund_details.request_user_id',
]
const bodyWith = (name: string, text: string): string => {
  const [outer = '', inner] = name.split('.')
  return recordWith({ [outer]: inner === undefined ? text : { [inner]: text } })
}

it('takes an answer for strange whose deciding field holds a piece, and names the field alone', () => {
  fc.assert(
    fc.property(tokenAndPart, fc.constantFrom(...decidingFields), ([token, part, pieces], name) => {
      const received = receive(answered(200, bodyWith(name, part)), token)
      const detail = `data.${name} holds a piece of the access token`
      expect(readShowAnswer(byTransaction, received, asked, () => {})).toEqual({
        ok: false,
        fault: { kind: 'strange_answer', httpStatus: 200, detail },
      })
      const refund = readRefundAnswer(received, () => {})
      expect([refund.answer, refund.record]).toEqual([{ kind: 'unreadable', httpStatus: 200, detail }, null])
      for (const piece of pieces) expect(refund.raw).not.toContain(piece)
    }),
    { numRuns: 500 },
  )
})

it('reads an answer whose other ids hold a piece, and takes it out of them', () => {
  fc.assert(
    fc.property(tokenAndPart, fc.constantFrom(...shownOnly), ([token, part, pieces], name) => {
      const refund = readRefundAnswer(receive(answered(200, bodyWith(name, part)), token), () => {})
      expect(refund.answer.kind).toBe('record')
      for (const text of textsIn([refund])) for (const piece of pieces) expect(text).not.toContain(piece)
    }),
    { numRuns: 500 },
  )
})

it('changes nothing in an answer that holds no piece, escapes and all', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('100%', 'a\\b', '&amp;', '%2B', '\\u002b', 'AT&T'),
  )
  fc.assert(
    fc.property(realisticToken, text, fc.uuid(), (token, name, id) => {
      const body = recordWith({
        id,
        gateway_sub_name: name,
        [name === '__proto__' ? 'x' : `x${name}`]: [name, 12345678.5],
      })
      const received = receive(answered(200, body), token)
      return received.kind === 'answered' && received.json.ok && JSON.stringify(received.json.value) === body
    }),
    { numRuns: 1000 },
  )
})
