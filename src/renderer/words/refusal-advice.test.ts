import { expect, it } from 'vitest'
import { sentences as en } from '../../shared/languages/en'
import { refusalAdvice } from './states'

it('advice goes by what a message contains, the store’s own first', () => {
  const own = [{ contains: 'Too Old', advice: 'Send the customer to the office.' }]
  expect([
    refusalAdvice('The transaction is TOO OLD to refund', []),
    refusalAdvice('The transaction is too old to refund', own),
    refusalAdvice('Insufficient unsettled balance', own),
    refusalAdvice('Payment is still processing', own),
    refusalAdvice('Transaction has already been refunded', own),
    refusalAdvice('Internal Error', own),
    refusalAdvice('', []),
  ]).toEqual([
    en.advice.too_old,
    'Send the customer to the office.',
    en.advice.not_enough_funds,
    en.advice.still_processing,
    en.advice.already_refunded,
    null,
    null,
  ])
})
