import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storeNameIn } from './store-name'

describe('the name in a related store, an assumption because the interface shows no shape', () => {
  it.each([
    ['a bare text', 'Harbour Road', 'Harbour Road'],
    ['`name` before any other', { title: 'T', store_name: 'S', name: 'N' }, 'N'],
    ['`store_name`', { id: 'st-12', store_name: 'S' }, 'S'],
    ['`displayName`, whatever its case', { displayName: 'D', currency: 'HKD' }, 'D'],
    ['`title`', { title: 'T', company_name: 'C' }, 'T'],
    ['the next where the first says nothing', { name: ' ', title: 'T' }, 'T'],
    ['what wraps the store', { data: { id: 1, attributes: { name: 'N' } } }, 'N'],
    ['what is wrapped once more', { id: 1, record: { attributes: { name: 'N' }, meta: {} } }, 'N'],
    ['what stands in a JSON text', '{"id":"st-12","name":"N"}', 'N'],
    ['a list of one', [{ name: 'N' }], 'N'],
    ['one line, however it was written', { name: ' Harbour\r\n\tRoad\u0000 ' }, 'Harbour Road'],
    ['80 characters of a longer one', { name: '店'.repeat(90) }, '店'.repeat(80)],
  ])('is %s', (_name, value, found) => {
    expect(storeNameIn(value, 'st-12')).toBe(found)
  })

  it.each([
    ['the id', { name: 'st-12' }],
    ['the id as a bare text', 'st-12'],
    ['a number', { name: 12 }],
    ['a text without a letter', { name: '000-12' }],
    ['a text that is something else', { currency: 'HKD', status: 'active', company_name: 'C' }],
    ['a JSON text without a name', '{"id":"st-12"}'],
    ['a torn JSON text', '{"name":"N'],
    ['one of several stores', [{ name: 'A' }, { name: 'B' }]],
    ['a member of JavaScript’s own', JSON.parse('{"constructor":{"name":"Object"}}')],
    ['nothing', null],
    ['nothing at all', undefined],
  ])('is never %s', (_name, value) => {
    expect(storeNameIn(value, 'st-12')).toBeNull()
  })

  it('is null or a short text for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, id) => {
        const name = storeNameIn({ name: value, data: value }, id)
        expect(name === null || (name.trim() !== '' && Array.from(name).length <= 80)).toBe(true)
      }),
    )
  })
})
