import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../shared/payment/transaction'
import { rawForPeople, readForeignJson } from './read-answer'
import { maxExtra, maxExtraBytes, maxExtraName, maxHref, maxLinks, maxRel, readEnvelope } from './read-record'
import { envelopeOf, sampleRecord } from './testing/sample-record'

function recordOf(more: object): Transaction {
  const reading = readEnvelope(readForeignJson(envelopeOf({ ...sampleRecord, ...more })))
  if (!reading.ok) throw new Error(reading.fault)
  return reading.value
}

const link = (number: number) => ({ rel: 'checkout', href: `https://pay.example/c/${number}` })
const listOf = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

describe('links', () => {
  it('are the first twenty, and more are named', () => {
    for (const [count, names] of [
      [20, []],
      [21, ['_links']],
      [3000, ['_links']],
    ] as const) {
      const { links, odd } = recordOf({ _links: listOf(count, link) })
      expect([links, odd]).toEqual([listOf(maxLinks, link), names])
    }
  })

  it('are left out whole and named where an address or its name is too long, and never cut', () => {
    const href = `https://pay.example/${'😀'.repeat(maxHref)}`.slice(0, 20 + 2 * (maxHref - 20))
    const whole = { rel: 'r'.repeat(maxRel), href }
    const { links, odd } = recordOf({
      _links: [whole, { ...whole, href: `${href}x` }, { rel: `${whole.rel}r`, href }],
    })
    expect([links, odd]).toEqual([[whole], ['_links']])
  })

  it('that are none are named once, though there be thousands', () => {
    const { links, odd } = recordOf({ _links: [...listOf(5000, () => 0), link(1)] })
    expect([links, odd]).toEqual([[link(1)], ['_links']])
  })
})

describe('fields that the interface does not know', () => {
  it('are the first two hundred, members of details objects among them, and the others are counted', () => {
    const members = (count: number, name: string) =>
      Object.fromEntries(listOf(count, (n) => [`${name}${n}`, n]))
    const details = { remark: 'r', ...members(150, 'd') }
    for (const [count, leftOut] of [
      [50, undefined],
      [51, '1'],
      [5000, '4950'],
    ] as const) {
      const { '…': more, ...extra } = recordOf({ ...members(count, 'x'), refund_details: details }).extra
      expect([Object.keys(extra).length, more]).toEqual([maxExtra, leftOut])
      expect([extra['refund_details.d149'], extra.x49, extra.x50]).toEqual(['149', '49', undefined])
    }
  })

  it('are cut to 4 KiB, whole characters only, and say so', () => {
    const text = fc.constantFrom('a', 'é', '日', '😀').map((unit) => unit.repeat(3000))
    fc.assert(
      fc.property(text, fc.string({ maxLength: 3 }), (long, start) => {
        const { extra } = recordOf({ more: start + long, object: { list: [long] }, short: 'kept' })
        const isCut = Buffer.byteLength(start + long) > maxExtraBytes
        const [kept = '-', cutHere] = (extra.more ?? '').split(' … (')
        expect(Buffer.byteLength(extra.more ?? '')).toBeLessThanOrEqual(maxExtraBytes)
        expect((start + long).startsWith(kept)).toBe(true)
        expect([cutHere !== undefined, extra.short]).toEqual([isCut, 'kept'])
        expect(Buffer.byteLength(extra.object ?? '')).toBeLessThanOrEqual(maxExtraBytes)
      }),
    )
  })

  it('are left out and counted where the name is too long: cut, it would be another', () => {
    const name = '😀'.repeat(maxExtraName)
    expect(recordOf({ [name]: 1, [`${name}x`]: 2 }).extra).toEqual({ [name]: '1', '…': '1' })
  })

  it('tell people no private field of an object that was cut', () => {
    const user = {
      payer: 'a@x, b@x',
      name: 'Ann',
      extra_parameters: '{"k":"a@x, \\"b@x"}',
      rest: 'r'.repeat(5000),
    }
    const record = recordOf({ user, refund_details: { remark: 'seen' } })
    expect([record.extra.user?.includes('b@x'), record.extra.user?.includes('…')]).toEqual([true, true])
    expect(rawForPeople(record)).toContain('Ann')
    expect(rawForPeople(record)).not.toContain('@x')
  })
})
