import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../shared/transaction'
import { rawForPeople, readForeignJson } from './read-answer'
import {
  maxExtra,
  maxExtraBytes,
  maxExtraName,
  maxHref,
  maxLinks,
  maxRel,
  readEnvelope,
  type WireReading,
} from './read-record'
import { envelopeOf, sampleRecord } from './testing/sample-record'

function readingOf(data: unknown): WireReading {
  const reading = readEnvelope(readForeignJson(envelopeOf(data)))
  if (!reading.ok) throw new Error(`${reading.fault.field} ${reading.fault.problem}`)
  return reading.value
}
const recordOf = (more: object): Transaction => readingOf({ ...sampleRecord, ...more }).record

const link = (number: number) => ({ rel: 'checkout', href: `https://pay.example/c/${number}` })
const listOf = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

describe('links', () => {
  it('are the first twenty, and the others are counted', () => {
    for (const [count, leftOut] of [
      [20, 0],
      [21, 1],
      [3000, 2980],
    ] as const) {
      const { links, oddities } = recordOf({ _links: listOf(count, link) })
      expect([links, oddities.linksLeftOut]).toEqual([listOf(maxLinks, link), leftOut])
    }
  })

  it('are left out whole and counted where an address or its name is too long, and never cut', () => {
    const href = `https://pay.example/${'😀'.repeat(maxHref)}`.slice(0, 20 + 2 * (maxHref - 20))
    const whole = { rel: 'r'.repeat(maxRel), href }
    const { links, oddities } = recordOf({
      _links: [whole, { ...whole, href: `${href}x` }, { rel: `${whole.rel}r`, href }],
    })
    expect([links, oddities.linksLeftOut]).toEqual([[whole], 2])
  })

  it('that are none are counted in one note, though there be thousands', () => {
    const { record, notes } = readingOf({ ...sampleRecord, _links: [...listOf(5000, () => 0), link(1)] })
    expect([record.links, record.oddities.linksLeftOut, notes]).toEqual([
      [link(1)],
      0,
      ['5000 of _links are no links'],
    ])
  })
})

describe('fields that the interface does not know', () => {
  it('are the first two hundred, members of details objects among them, and the others are counted', () => {
    const members = (count: number, name: string) =>
      Object.fromEntries(listOf(count, (n) => [`${name}${n}`, n]))
    const details = { remark: 'r', ...members(150, 'd') }
    for (const [count, leftOut] of [
      [50, 0],
      [51, 1],
      [5000, 4950],
    ] as const) {
      const { extra, oddities } = recordOf({ ...members(count, 'x'), refund_details: details })
      expect([Object.keys(extra).length, oddities.extraLeftOut]).toEqual([maxExtra, leftOut])
      expect([extra['refund_details.d149'], extra.x49, extra.x50]).toEqual(['149', '49', undefined])
    }
  })

  it('are cut to 4 KiB, whole characters only, and named', () => {
    const text = fc.constantFrom('a', 'é', '日', '😀').map((unit) => unit.repeat(3000))
    fc.assert(
      fc.property(text, fc.string({ maxLength: 3 }), (long, start) => {
        const { extra, oddities } = recordOf({ more: start + long, object: { list: [long] }, short: 'kept' })
        const isCut = Buffer.byteLength(start + long) > maxExtraBytes
        expect(Buffer.byteLength(extra.more ?? '')).toBeLessThanOrEqual(maxExtraBytes)
        expect((start + long).startsWith(extra.more ?? '-')).toBe(true)
        expect([oddities.cut.includes('more'), extra.short]).toEqual([isCut, 'kept'])
        expect(Buffer.byteLength(extra.object ?? '')).toBeLessThanOrEqual(maxExtraBytes)
      }),
    )
  })

  it('are left out and counted where the name is too long: cut, it would be another', () => {
    const name = '😀'.repeat(maxExtraName)
    const { extra, oddities } = recordOf({ [name]: 1, [`${name}x`]: 2 })
    expect([extra, oddities.extraLeftOut]).toEqual([{ [name]: '1' }, 1])
  })

  it('tell people no private field of an object that was cut', () => {
    const user = {
      payer: 'a@x, b@x',
      name: 'Ann',
      extra_parameters: '{"k":"a@x, \\"b@x"}',
      rest: 'r'.repeat(5000),
    }
    const record = recordOf({ user, refund_details: { remark: 'seen' } })
    expect([record.extra.user?.includes('b@x'), record.oddities.cut]).toEqual([true, ['user']])
    expect(rawForPeople(record)).toContain('Ann')
    expect(rawForPeople(record)).not.toContain('@x')
  })
})
