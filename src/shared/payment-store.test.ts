import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storeStanding } from './payment-store'

const texts = fc.string({ maxLength: 30 })
const words = fc
  .array(fc.constantFrom('Harbour', 'Road', 'Pier', 'Till', '3'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '))

describe('whether a payment was taken where this till stands', () => {
  it.each([
    ['s-1', 'Pier Side', 's-1', 'Harbour Road', 'own'],
    ['s-2', 'Harbour Road', 's-1', 'Harbour Road', 'other'],
    ['s-2', null, 's-1', '', 'other'],
    ['', 'Pier Side', 's-1', 'Harbour Road', 'not_known'],
    ['s-2', 'Pier Side', '', 'Harbour Road', 'other_name'],
    ['s-2', 'HARBOUR  ROAD', '', 'Harbour Road, till 3', 'not_known'],
    ['s-2', 'Practice Store, Harbour Road', '', 'harbourroad', 'not_known'],
    ['s-2', null, '', 'Harbour Road', 'not_known'],
    ['s-2', '  ', '', 'Harbour Road', 'not_known'],
    ['s-2', 'Pier Side', '', '', 'not_known'],
  ])('is of store %j (%j) at a till of %j (%j): %s', (id, name, storeId, storeName, standing) => {
    expect(storeStanding({ id, name }, { storeId, storeName })).toBe(standing)
  })

  it('goes by the id alone where this till’s is set', () => {
    fc.assert(
      fc.property(texts, fc.option(texts), texts, texts, (id, name, storeId, storeName) => {
        fc.pre(storeId !== '')
        const expected = id === '' ? 'not_known' : id === storeId ? 'own' : 'other'
        expect(storeStanding({ id, name }, { storeId, storeName })).toBe(expected)
      }),
    )
  })

  it('never says "another store" by names alone', () => {
    fc.assert(
      fc.property(texts, fc.option(texts), texts, (id, name, storeName) => {
        expect(storeStanding({ id, name }, { storeId: '', storeName })).toMatch(/^(not_known|other_name)$/)
      }),
    )
  })

  it('takes no notice of capitals, spaces, or which of the two names is the longer', () => {
    fc.assert(
      fc.property(words, words, fc.boolean(), (here, more, first) => {
        const longer = `${here}  ${more}`.toUpperCase()
        const [name, storeName] = first ? [longer, here] : [here, longer]
        expect(storeStanding({ id: 's', name }, { storeId: '', storeName })).toBe('not_known')
      }),
    )
  })
})
