import fc from 'fast-check'
import { expect, it } from 'vitest'
import { transactionSchema } from '../../shared/payment/transaction'
import { anySign } from '../../shared/testing/any-sign'
import { byExtent } from '../../shared/testing/extent'
import { runs } from '../../shared/testing/property-size'
import { rawForPeople, readErrorShape, readForeignJson, snapshotOf } from './read-answer'
import { readEnvelope } from './read-record'
import { paidRecord, sampleRecord } from './testing/sample-record'

/** JSON of an unexpected type. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, 2 ** 60, [], {}),
  fc.constantFrom('', ' ', '0.00', '-1.00', 'paid'),
  fc.string({ unit: anySign, maxLength: 20 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)
const oddName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty'),
  fc.constantFrom('length', '', '0', 'data', 'success'),
  fc.constantFrom(...Object.keys(sampleRecord)),
  fc.string({ unit: anySign, maxLength: 10 }),
)
type Mutation = {
  readonly kind: 'set' | 'drop' | 'cut' | 'garble'
  readonly name: string
  readonly value: unknown
  readonly at: number
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('set', 'set', 'set', 'set', 'drop', 'cut', 'garble'),
  name: oddName,
  value: oddValue,
  at: fc.nat({ max: 5000 }),
})

/** Sets a member in the text, so that `__proto__` can be one. */
function withMember(object: string, name: string, value: unknown): string {
  const member = `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`
  return object === '{}' ? `{${member}}` : `${object.slice(0, -1)},${member}}`
}

function mutate(text: string, { kind, name, value, at }: Mutation): string {
  const place = at % (text.length + 1)
  switch (kind) {
    case 'set':
      return withMember(text, name, value)
    case 'drop':
      return text.replace(new RegExp(`"${name.replace(/[^a-z_]/g, '.')}":("[^"]*"|[\\d.]+|\\{[^}]*\\}),`), '')
    case 'cut':
      return text.slice(0, place)
    case 'garble':
      return text.slice(0, place) + (JSON.stringify(value) ?? '').slice(0, 3) + text.slice(place + 1)
  }
}

const mutatedBody = fc
  .tuple(
    fc.constantFrom(JSON.stringify(sampleRecord), JSON.stringify(paidRecord)),
    fc.array(mutation, { minLength: 1, maxLength: 3 }),
    fc.option(mutation, { freq: 8 }),
  )
  .map(([record, inRecord, inEnvelope]) => {
    const envelope = `{"success":true,"data":${inRecord.reduce(mutate, record)}}`
    return inEnvelope === null ? envelope : mutate(envelope, inEnvelope)
  })

const documentedPlaces = new Set([
  'the answer',
  'success',
  'data',
  ...Object.keys(sampleRecord).map((name) => `data.${name}`),
])

const mutations = byExtent({ quick: 50, ci: 2000, night: 100_000 })

it('either reads any mutation of a record or names the field at fault, and never throws', {
  timeout: 10 * 60 * 1000,
}, () => {
  let read = 0
  let refused = 0
  fc.assert(
    fc.property(mutatedBody, (body) => {
      const reading = readEnvelope(readForeignJson(body))
      readErrorShape(readForeignJson(body))
      if (!reading.ok) {
        refused += 1
        return documentedPlaces.has(/^(the answer|\S+) (?:is|has|holds) /.exec(reading.fault)?.[1] ?? '')
      }
      read += 1
      const record = reading.value
      snapshotOf(record)
      const raw = rawForPeople(record)
      return (
        transactionSchema.safeParse(record).success &&
        Object.getPrototypeOf(record.extra) === Object.prototype &&
        Buffer.byteLength(raw) <= 16 * 1024 &&
        !/"(pin_key|payer|buyer_id|extra_parameters)"/.test(raw)
      )
    }),
    { numRuns: mutations },
  )
  // Both outcomes must be frequent, or the property proves little.
  expect(Math.min(read, refused)).toBeGreaterThan(mutations / 10)
})

it('reads no text at all as anything but a record or a fault', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anySign }), fc.json()), (body) => {
      const reading = readEnvelope(readForeignJson(body))
      // None of these is an envelope.
      const refused = !reading.ok && /^(the answer|success|data) (is|holds) /.test(reading.fault)
      return refused && readErrorShape(readForeignJson(body)) === null
    }),
    { numRuns: runs(500) },
  )
})
