import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFormBody } from './http'

const read = (text: string) => {
  const fields = readFormBody(text)
  return fields.ok ? Object.fromEntries(fields.value) : fields.fault
}

describe('a form body', () => {
  it('is read as application/x-www-form-urlencoded', () => {
    const expected = { refund_reason: 'Wrong size, café', amount: '1.50', device_unique_id: '' }
    expect(read('refund_reason=Wrong+size%2C+caf%C3%A9&amount=1.50&device_unique_id=')).toEqual(expected)
  })

  it.each([
    ['{"refund_reason":"x"}', 'The form body has a field without a name or without "="'],
    ['a=1&', 'The form body has a field without a name or without "="'],
    ['=1', 'The form body has a field without a name or without "="'],
    ['a', 'The form body has a field without a name or without "="'],
    ['a=%', 'The form body has a broken percent escape'],
    ['a=%zz', 'The form body has a broken percent escape'],
    ['a=%ff', 'The form body has a broken percent escape'],
    ['a=1 2', 'The form body has characters that must be percent-encoded'],
    ['a=caf\u00e9', 'The form body has characters that must be percent-encoded'],
    ['a=1\r\n', 'The form body has characters that must be percent-encoded'],
    ['a=1&a=2', 'The field a is given more than once'],
  ])('%j is refused', (text, complaint) => {
    expect(read(text)).toBe(complaint)
  })

  it('gives back whatever any form encoder wrote', () => {
    // Small: a form has three fields, and graphemes are slow to make.
    const text = (minLength: number) => fc.string({ unit: 'grapheme', minLength, size: 'small' })
    fc.assert(
      fc.property(fc.dictionary(text(1), text(0), { size: 'small' }), (fields) => {
        expect(read(new URLSearchParams(fields).toString())).toEqual({ ...fields })
      }),
    )
  })
})
