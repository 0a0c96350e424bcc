import { expect, it } from 'vitest'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { PaymentRefund } from './receipt-panel'

it('says of each refund of a payment when, how much, who did it and what came of it', () => {
  const attempt = anAttempt({ state: 'refunded', createdAt: new Date(2026, 10, 20, 10, 28).getTime() })
  expect(wordsIn(draw(<PaymentRefund attempt={attempt} />))).toBe('20 Nov, 10:28HK$120.50 May ✓ Refunded')
})
