import { expect, it } from 'vitest'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import { makeStoreOfPayment } from './store-of-payment'

it('tells the store of a payment that is saved, by the internal id alone, and none of any other', async () => {
  const record = { ...aCopyRecord('one'), fields: { store_id: 'st-2' } }
  const asked: unknown[] = []
  const origin = { ...thisTill, forgotten: 0 }
  const storeOfPayment = makeStoreOfPayment({
    copies: {
      find: async (kinds, code) => {
        asked.push([kinds, code])
        return code === record.id
          ? { record, savedAt: 0, practice: false, kind: 'internal_id', origin }
          : null
      },
    },
    storeNames: {
      ready: async () => undefined,
      storeOf: (_origin, { fields }) => ({ id: fields.store_id ?? '', name: 'Peak Road' }),
    },
  })
  expect([await storeOfPayment(record.id), await storeOfPayment('unknown')]).toEqual([
    { id: 'st-2', name: 'Peak Road' },
    null,
  ])
  expect(asked).toEqual([
    [['internal_id'], record.id],
    [['internal_id'], 'unknown'],
  ])
})
