import { describe, expect, it } from 'vitest'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { SlipBody } from './outcome-slip'

const elsewhere = { id: 's-2', name: 'Pier Side' }

describe('a refund slip', () => {
  it.each([
    [{ id: 'store-1', name: 'Harbour Road' }, 'Harbour Road Refund slip HK$120.50'],
    [elsewhere, 'Harbour Road Refund slip Payment taken at Pier Side HK$120.50'],
    [{ id: 's-2', name: null }, 'Harbour Road Refund slip Payment taken at Store s-2 HK$120.50'],
    [null, 'Harbour Road Refund slip HK$120.50'],
  ])('of a payment of %j is this till’s own: %s', (store, head) => {
    const markup = draw(<SlipBody attempt={anAttempt()} store={store} />, { storeId: 'store-1' })
    expect(wordsIn(markup)).toMatch(new RegExp(`^${head.replaceAll('$', '\\$')}`))
  })
})
