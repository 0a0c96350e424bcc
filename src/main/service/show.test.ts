import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neverSaved } from '../../shared/payment/private-fields'
import { runs } from '../../shared/testing/property-size'
import { maxRelated, relatedLines } from './show'

const lines = (...all: readonly (readonly [string, string])[]) => ({
  lines: all.map(([name, value]) => ({ name, value })),
  cut: false,
})
const none = { lines: [], cut: false }

describe('a related record as lines', () => {
  it.each([
    ['text', 'Harbour Road', lines(['', 'Harbour Road'])],
    ['a number', 7, lines(['', '7'])],
    ['a boolean', false, lines(['', 'false'])],
    ['an object', { id: 7, open: true, name: 'H' }, lines(['id', '7'], ['open', 'true'], ['name', 'H'])],
    [
      'a nested object',
      { name: 'H', address: { city: 'Kowloon', at: { lat: 22.3 } } },
      lines(['name', 'H'], ['address.city', 'Kowloon'], ['address.at.lat', '22.3']),
    ],
    ['a list', ['A', { name: 'B' }], lines(['1', 'A'], ['2.name', 'B'])],
    ['a list inside', { tills: ['A', 'B'] }, lines(['tills.1', 'A'], ['tills.2', 'B'])],
    ['a list of one as the one', [{ name: 'H' }], lines(['name', 'H'])],
    [
      'a member without value as one',
      { a: null, b: '', c: [], d: {} },
      lines(['a', ''], ['b', ''], ['c', ''], ['d', '']),
    ],
    [
      'a number that cannot be read exactly not as another one',
      { id: 12345678901234567000 },
      lines(['id', '(a number too large to be read exactly)']),
    ],
  ])('shows %s', (_name, value, shown) => {
    expect(relatedLines(value)).toEqual(shown)
  })

  it.each([[null], [''], [[]], [{}], [undefined], [[null]], [[{}]]])('has none for %j', (value) => {
    expect(relatedLines(value)).toEqual(none)
  })

  it('takes names of JavaScript’s own for what they are', () => {
    const value: unknown = JSON.parse('{"constructor":"a","toString":{"__proto__":"b"},"hasOwnProperty":"c"}')
    expect(relatedLines(value)).toEqual(
      lines(['constructor', 'a'], ['toString.__proto__', 'b'], ['hasOwnProperty', 'c']),
    )
  })

  it('keeps so many lines and characters and says that there was more', () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`m${index}`, index]))
    const exact = relatedLines({ ['n'.repeat(200)]: '😀'.repeat(4096) })
    const longer = relatedLines({ ['n'.repeat(201)]: '😀'.repeat(4097) })
    const kept = relatedLines(many)
    const result = [kept.lines.length, kept.lines.at(-1), kept.cut]
    expect(result).toEqual([200, { name: 'm199', value: '199' }, true])
    expect([exact.cut, longer.cut, longer.lines]).toEqual([false, true, exact.lines])
  })

  it('goes so deep and says that there was more', () => {
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
    expect([relatedLines(nested(12)), relatedLines(nested(13))]).toEqual([
      lines([Array.from({ length: 12 }, () => 'a').join('.'), '1']),
      { lines: [], cut: true },
    ])
  })
})

describe('what is shown of a related record', () => {
  it('has no private field at any depth, in a path, in a list or inside a JSON text', () => {
    const value = {
      name: 'H',
      pin_key: 's1',
      owner: { payer: { mail: 's2' }, tills: [{ buyer_id: 's3', no: 1 }] },
      'extra_parameters.x': 's4',
      meta: '{"pin_key":"s5","open":true}',
      torn: '{"payer":"s6", "a',
      twice: '{"meta":"{\\"pin_key\\":\\"s7\\"}"}',
      line: 'PIN-KEY=s8',
      buyerId: 's9',
      ' Payer ': 's10',
    }
    expect(relatedLines(value).lines).toEqual([
      { name: 'name', value: 'H' },
      { name: 'owner.tills.1.no', value: '1' },
      { name: 'meta', value: '{"open":true}' },
      { name: 'torn', value: '(left out)' },
      { name: 'twice', value: '(left out)' },
      { name: 'line', value: '(left out)' },
    ])
  })

  it('leaves out a private field below a name too long to be kept whole', () => {
    const kept = relatedLines({ ['n'.repeat(300)]: { pin_key: 'secret' } })
    expect(JSON.stringify(kept)).not.toContain('secret')
  })
})

/** Any JSON, biased towards the private names, and sometimes far too large. */
const secretText = 'SECRET-7c1'
const names = fc.oneof(fc.constantFrom(...neverSaved, '__proto__', 'constructor', 'a.b', 'id'), fc.string())
const texts = fc.tuple(fc.string({ unit: 'grapheme-composite', maxLength: 9 }), fc.constantFrom(1, 1, 900))
const values = [
  texts.map(([text, times]) => text.repeat(times)),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('[{"payer":1}]', '{"pin_key":'),
]
const someJson = fc.object({ key: names, values, maxDepth: 4, maxKeys: 6, withNullPrototype: true })
const anyJson = fc.oneof(
  ...values,
  someJson,
  fc
    .tuple(someJson, fc.constantFrom(2, 300))
    .map(([value, times]) => Array.from({ length: times }, () => value)),
  fc.tuple(someJson, fc.constantFrom(2, 300)).map(([value, times]) => {
    let nested: unknown = value
    for (let depth = 0; depth < times; depth += 1) nested = { ['n'.repeat(times)]: nested }
    return nested
  }),
)

/** Replaces everything private in a value with the secret. */
function withSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withSecrets)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      neverSaved.has(name) ? { any: secretText } : withSecrets(member),
    ]),
  )
}

describe('any JSON at all', () => {
  it('makes lines within their limits and never throws', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const { lines: all } = relatedLines(value)
        const fits = (text: string, most: number) => Array.from(text).length <= most
        const each = all.every(
          ({ name, value }) => fits(name, maxRelated.name) && fits(value, maxRelated.value),
        )
        return each && all.length <= maxRelated.lines
      }),
      { numRuns: runs(300) },
    )
  })

  it('is shown and saved without anything private, whatever it stands in', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        return !JSON.stringify(relatedLines(withSecrets(value))).includes(secretText)
      }),
      { numRuns: runs(300) },
    )
  })
})
