import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readForeignJson } from './read-answer'
import { readEnvelope } from './read-record'
import { relatedLines } from './show'
import { envelopeOf, paidRecord } from './testing/sample-record'

const secret = 'SECRET-PIN-KEY-0001'
const read = (data: object) => readEnvelope(readForeignJson(envelopeOf({ ...paidRecord, ...data })))

it('is nowhere in a record behind the wire parser, which says only that there is one', () => {
  const reading = read({
    pin_key: secret,
    PinKey: secret,
    terminal: { keys: [{ 'pin-key': secret }], no: 7 },
    debug: `{"PIN_KEY":"${secret}","open":true}`,
    torn: `{"pin_key":"${secret}`,
    empty: { pin_key: '' },
    refund_details: { remark: 'x', pin_key: secret },
  })
  expect(JSON.stringify(reading)).not.toContain(secret)
  expect(reading).toMatchObject({
    value: {
      fields: { pin_key: 'present' },
      extra: {
        PinKey: 'present',
        terminal: '{"keys":[{"pin-key":"present"}],"no":7}',
        debug: '{"PIN_KEY":"present","open":true}',
        torn: '(left out)',
        empty: '{"pin_key":""}',
        'refund_details.pin_key': 'present',
      },
    },
  })
})

it('is said to be missing where there is none', () => {
  const fieldsOf = (data: object) => {
    const reading = read(data)
    return reading.ok ? reading.value.fields.pin_key : null
  }
  expect([fieldsOf({ pin_key: '' }), fieldsOf({ pin_key: null }), fieldsOf({ pin_key: 5 })]).toEqual([
    '',
    '',
    'present',
  ])
})

const names = fc.constantFrom('pin_key', 'PIN KEY', 'pinKey', 'Pin-Key')
const nested = names.chain((name) =>
  fc
    .array(fc.constantFrom('object', 'list', 'text'), { maxLength: 5 })
    .map((ways) =>
      ways.reduce<unknown>(
        (value, way) => (way === 'object' ? { a: value } : way === 'list' ? [value] : JSON.stringify(value)),
        { [name]: secret },
      ),
    ),
)

it('is nowhere, however deep and however often it was made a text', () => {
  fc.assert(
    fc.property(nested, (value) => {
      expect(
        JSON.stringify([read({ odd: value }), relatedLines(value), relatedLines({ b: value })]),
      ).not.toContain(secret)
    }),
  )
})
