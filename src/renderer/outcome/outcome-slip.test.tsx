import { expect, it } from 'vitest'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { SlipBody } from './slip'

it.each([
  ['store-1', 'Harbour Road Refund slip HK$120.50'],
  ['s-2', 'Harbour Road Refund slip Payment taken at Store s-2 HK$120.50'],
  ['', 'Harbour Road Refund slip HK$120.50'],
])('a refund slip of a payment of %j is this till’s own: %s', (storeId, head) => {
  const markup = draw(<SlipBody attempt={anAttempt()} storeId={storeId} />, { storeId: 'store-1' })
  expect(wordsIn(markup)).toMatch(new RegExp(`^${head.replaceAll('$', '\\$')}`))
})
