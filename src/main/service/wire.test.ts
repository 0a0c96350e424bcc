import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hiddenValues } from '../../shared/payment/private-fields'
import { refundability } from '../../shared/payment/refund-rules'
import { plainFields } from '../../shared/payment/transaction'
import { rawForPeople, readForeignJson } from './read-answer'
import { maxExtra, maxExtraBytes, maxExtraName, maxHref, maxLinks, maxRel, readEnvelope } from './read-record'
import { relatedLines } from './show'
import { envelopeOf, paidRecord, recordOf, sampleRecord } from './testing/sample-record'

const readWith = (more: object) => recordOf({ ...sampleRecord, ...more })

function faultOf(body: string): string {
  const reading = readEnvelope(readForeignJson(body))
  return reading.ok ? 'no fault' : reading.fault
}

it('a whole record is read with all 40 fields, each but the PIN key as it came', () => {
  const texts = plainFields.map((name) => [name, String(sampleRecord[name])])
  // Replaced by a word.
  const fields = { ...Object.fromEntries(texts), pin_key: 'present' }
  expect(recordOf(sampleRecord)).toEqual({
    id: 'c1f0a5e2-77aa-4d3c-9f10-0d6f1b2a9e01',
    transactionId: '480013370000421',
    customId: 'till-3-000812',
    companyId: 'co-7',
    status: 'refunded',
    currency: 'HKD',
    gatewayCode: '4_1',
    updatedAt: '2026-11-20 18:30:00',
    amount: 12050,
    refunded: 12050,
    fields,
    links: sampleRecord._links,
    details: [
      {
        kind: 'refund',
        requestUserId: 'u-204',
        firstName: 'Ann',
        lastName: 'Lee',
        remark: 'R-0123456789 Damaged item',
      },
    ],
    extra: {},
    odd: [],
    tooLong: [],
  })
})
describe('amounts', () => {
  it.each([
    ['120.50', 12050],
    [120.5, 12050],
    [120, 12000],
    [0.1, 10],
    ['0', 0],
    [-0, 0],
    ['', null],
    [null, null],
    ['1e3', null],
    ['12,50', null],
    ['1.005', null],
    [0.1 + 0.2, null],
    [true, null],
  ])('reads %j as %j hundredths', (amount, hundredths) => {
    expect(readWith({ amount }).amount).toBe(hundredths)
  })

  it.each([
    ['nothing else says that something was refunded', {}, 0],
    ['the status is not paid', { status: 'refunded' }, null],
    ['the status is not known', { status: 'settled' }, null],
    ['there is a time of refund', { refunded_at: '2026-11-20 18:30:00' }, null],
    ['there are refund details', { refund_details: sampleRecord.refund_details }, null],
    ['there are other details', { fail_details: { remark: 'x' } }, null],
    ['the details are an empty list', { refund_details: [] }, 0],
    ['the details are an empty object', { refund_details: {} }, 0],
    ['it is null', { refunded: null }, 0],
    ['it is missing', { refunded: undefined }, null],
    ['it is unreadable', { refunded: 'none' }, null],
    ['it is a blank', { refunded: ' ' }, null],
  ])('an empty `refunded` where %s', (_name, changes, refunded) => {
    expect(recordOf({ ...paidRecord, ...changes }).refunded).toBe(refunded)
  })
})

describe('what is tolerated', () => {
  it('reads times, ids and details of any length and shape, names them as odd, and would refund the payment', () => {
    const time = '2026-11-20T10:00:00.000000Z'
    const odd = {
      user_id: ['u'],
      store_id: 's'.repeat(65),
      charge: { amount: '1.00', pin_key: 'secret' },
      tips: '0.0000000000000000',
      forex: 1e30,
      paid_at: time,
      transaction_id: 2 ** 63,
      reference_id: 'r'.repeat(192),
      buyer_id: 'b'.repeat(70_000),
      updated_at: time,
    }
    const record = recordOf({
      ...paidRecord,
      refunded: '0.00',
      ...odd,
      cancellation_details: 'none',
      refunded_at: '0000-00-00',
    })
    const expected = new Set([...Object.keys(odd), 'refunded_at', 'cancellation_details'])
    expect([new Set(record.odd), record.tooLong]).toEqual([expected, []])
    expect(record.fields.buyer_id?.at(-1)).toBe('…')
    const result = [record.fields.charge, record.fields.paid_at, record.extra]
    expect(result).toEqual(['{"amount":"1.00","pin_key":"present"}', time, { cancellation_details: 'none' }])
    expect(refundability(record).kind).toBe('refundable')
  })

  it('names a member of details that is no text, and shows it as JSON', () => {
    const { details, odd } = readWith({ refund_details: { remark: { text: 'x' } } })
    expect([details[0]?.remark, odd]).toEqual(['{"text":"x"}', ['refund_details.remark']])
  })

  it('takes numbers, booleans and null where text is documented', () => {
    const { fields } = readWith({
      store_id: 12,
      is_balance_settled: 'yes',
      payer: null,
      forex: true,
    })
    const result = [fields.store_id, fields.is_balance_settled, fields.payer, fields.forex]
    expect(result).toEqual(['12', 'yes', '', 'true'])
  })

  it('makes a record of an empty object', () => {
    expect(recordOf({})).toMatchObject({ id: '', amount: null, refunded: null, fields: {}, extra: {} })
  })

  it('keeps fields that nobody documented, nested ones as JSON text', () => {
    const more = { loyalty: 'gold', points: 12, store: { name: 'Pier 4' }, tags: ['a'], none: null }
    expect(readWith({ ...more, refund_details: { remark: 'r', by: [1] } }).extra).toEqual({
      loyalty: 'gold',
      points: '12',
      store: '{"name":"Pier 4"}',
      tags: '["a"]',
      none: '',
      'refund_details.by': '[1]',
    })
  })

  it.each([
    [[{ rel: 'qrcode' }, sampleRecord._links[0], 7], 1, ['_links']],
    ['', 0, []],
    [null, 0, []],
    [[], 0, []],
    [{ rel: 'checkout' }, 0, ['_links']],
  ])('drops and names what is no link: %j', (_links, count, names) => {
    const { links, odd } = readWith({ _links })
    expect([links.length, odd]).toEqual([count, names])
  })

  it('takes no harm from members named like parts of JavaScript objects', () => {
    const text = envelopeOf({ ...sampleRecord, constructor: 'c', toString: 't' }).replace(
      '"data":{',
      '"__proto__":{"polluted":1},"data":{"__proto__":{"polluted":1,"id":"evil"},',
    )
    const reading = readEnvelope(readForeignJson(text))
    expect(reading.ok && [reading.value.id, Object.entries(reading.value.extra)]).toEqual([
      sampleRecord.id,
      [
        ['constructor', 'c'],
        ['toString', 't'],
      ],
    ])
    expect('polluted' in {}).toBe(false)
  })
})

describe('the PIN key', () => {
  it.each([
    { gateway_sub_name: 'PIN key: S3CRET' },
    { _links: [{ rel: 'checkout', href: 'https://pay.example/?pin_key=S3CRET' }] },
    { refund_details: { remark: '{"pin_key":"S3CRET"}' } },
    { fail_details: { first_name: '[{"PinKey":"S3CRET"}]' } },
  ])('does not leave the parser, wherever it stands: %j', (more) => {
    const record = readWith(more)
    expect(JSON.stringify([record, hiddenValues(record)])).not.toContain('S3CRET')
  })

  it('is only said to be there in what nobody documented', () => {
    const { extra } = readWith({
      PinKey: 'S3CRET',
      terminal: { keys: [{ 'pin-key': 'S3CRET' }], no: 7 },
      debug: '{"PIN_KEY":"S3CRET","open":true}',
      torn: '{"pin_key":"S3CRET',
      empty: { pin_key: '' },
      refund_details: { remark: 'x', pin_key: 'S3CRET' },
    })
    expect(extra).toEqual({
      PinKey: 'present',
      terminal: '{"keys":[{"pin-key":"present"}],"no":7}',
      debug: '{"PIN_KEY":"present","open":true}',
      torn: '(left out)',
      empty: '{"pin_key":""}',
      'refund_details.pin_key': 'present',
    })
  })

  it.each([
    ['', ''],
    [null, ''],
    [5, 'present'],
  ])('%j is read as “%s”', (pin_key, said) => {
    expect(readWith({ pin_key }).fields.pin_key).toBe(said)
  })

  it('is nowhere, however deep and however often it was made a text, in related records neither', () => {
    const ways = fc.array(fc.constantFrom('object', 'list', 'text'), { maxLength: 5 })
    const name = fc.constantFrom('pin_key', 'PIN KEY', 'pinKey', 'Pin-Key')
    const inWay = (value: unknown, way: string): unknown =>
      way === 'object' ? { a: value } : way === 'list' ? [value] : JSON.stringify(value)
    fc.assert(
      fc.property(name, ways, (named, around) => {
        const value = around.reduce(inWay, { [named]: 'S3CRET' })
        const read = [readWith({ odd: value }), relatedLines(value), relatedLines({ b: value })]
        expect(JSON.stringify(read)).not.toContain('S3CRET')
      }),
    )
  })

  it('takes no marker from a remark, and no word from custom information beside it', () => {
    const { details, fields } = readWith({
      extra_parameters: '{"order":"1","pin_key":"S3CRET"}',
      refund_details: { remark: 'R-0123456789 his PIN key is S3CRET', last_name: 'Pin-Key' },
    })
    expect([fields.extra_parameters, details[0]?.remark, details[0]?.lastName]).toEqual([
      '{"order":"1","pin_key":"present"}',
      'R-0123456789 (left out)',
      '(left out)',
    ])
  })
})

describe('what is refused, with the field named', () => {
  it.each([
    ['', 'the answer is not JSON'],
    ['<html>', 'the answer is not JSON'],
    ['{"success":true,"data":{"id":"x"}', 'the answer is not JSON'],
    ['[]', 'the answer is not what the interface says'],
    ['null', 'the answer is not what the interface says'],
    ['{"data":{}}', 'success is not what the interface says'],
    ['{"success":"true","data":{}}', 'success is not what the interface says'],
    ['{"success":false,"data":{}}', 'success is not what the interface says'],
    ['{"success":true}', 'data is not what the interface says'],
    ['{"success":true,"data":[{}]}', 'data is not what the interface says'],
    ['{"success":true,"data":"x"}', 'data is not what the interface says'],
    ['{"success":true,"data":{"refunded":{"a":1}}}', 'data.refunded holds a list or an object'],
    ['{"success":true,"data":{"id":["x"]}}', 'data.id holds a list or an object'],
    [
      '{"success":true,"data":{"id":12345678901234567890}}',
      'data.id holds a number too large to be read exactly',
    ],
    ['{"success":true,"data":{"amount":1e999}}', 'data.amount holds a number too large to be read exactly'],
  ])('%s', (body, fault) => {
    expect(faultOf(body)).toBe(fault)
  })

  it('does not fall over a body nested half a million deep', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000)
    expect(faultOf(`{"success":true,"data":{"x":${deep}}}`)).toBe('the answer is nested too deep')
  })
})

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
      const { links, odd } = readWith({ _links: listOf(count, link) })
      expect([links, odd]).toEqual([listOf(maxLinks, link), names])
    }
  })

  it('are left out whole and named where an address or its name is too long, and never cut', () => {
    const href = `https://pay.example/${'😀'.repeat(maxHref)}`.slice(0, 20 + 2 * (maxHref - 20))
    const whole = { rel: 'r'.repeat(maxRel), href }
    const { links, odd } = readWith({
      _links: [whole, { ...whole, href: `${href}x` }, { rel: `${whole.rel}r`, href }],
    })
    expect([links, odd]).toEqual([[whole], ['_links']])
  })

  it('that are none are named once, though there be thousands', () => {
    const { links, odd } = readWith({ _links: [...listOf(5000, () => 0), link(1)] })
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
      const { '…': more, ...extra } = readWith({ ...members(count, 'x'), refund_details: details }).extra
      expect([Object.keys(extra).length, more]).toEqual([maxExtra, leftOut])
      expect([extra['refund_details.d149'], extra.x49, extra.x50]).toEqual(['149', '49', undefined])
    }
  })

  it('are cut to 4 KiB, whole characters only, and say so', () => {
    const text = fc.constantFrom('a', 'é', '日', '😀').map((unit) => unit.repeat(3000))
    fc.assert(
      fc.property(text, fc.string({ maxLength: 3 }), (long, start) => {
        const { extra } = readWith({ more: start + long, object: { list: [long] }, short: 'kept' })
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
    expect(readWith({ [name]: 1, [`${name}x`]: 2 }).extra).toEqual({ [name]: '1', '…': '1' })
  })

  it('tell people no private field of an object that was cut', () => {
    const user = {
      payer: 'a@x, b@x',
      name: 'Ann',
      extra_parameters: '{"k":"a@x, \\"b@x"}',
      rest: 'r'.repeat(5000),
    }
    const record = readWith({ user, refund_details: { remark: 'seen' } })
    expect([record.extra.user?.includes('b@x'), record.extra.user?.includes('…')]).toEqual([true, true])
    expect(JSON.parse(rawForPeople(record)).user).toBe('(left out)')
  })
})
