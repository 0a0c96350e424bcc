import { expect, it } from 'vitest'
import { adviceFor } from './advice'

it('advice goes by what a message contains, the store’s own first', () => {
  const own = [{ contains: 'Too Old', advice: 'Send the customer to the office.' }]
  expect([
    adviceFor('The transaction is TOO OLD to refund', []),
    adviceFor('The transaction is too old to refund', own),
    adviceFor('Insufficient unsettled balance', own),
    adviceFor('Payment is still processing', own),
    adviceFor('Transaction has already been refunded', own),
    adviceFor('Internal Error', own),
    adviceFor('', []),
  ]).toEqual([
    { known: 'too_old' },
    { own: 'Send the customer to the office.' },
    { known: 'not_enough_funds' },
    { known: 'still_processing' },
    { known: 'already_refunded' },
    null,
    null,
  ])
})
