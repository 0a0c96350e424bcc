import { expect, it } from 'vitest'
import { emptyDraft } from '../store/draft'
import { draw, wordsIn } from '../store/testing/draw'
import { AmountPart } from './refund-form'

const refundable = {
  kind: 'refundable',
  rest: { hundredths: 12050, currency: 'HKD' },
  wholeOnly: false,
  confirmation: null,
} as const

it.each([
  ['120.49', 'This leaves HK$0.01, too little to refund later.'],
  ['120.41', 'This leaves HK$0.09, too little to refund later.'],
  ['120.40', 'Leaves HK$0.10.'],
  ['120.50', 'Leaves HK$0.00.'],
])('a part refund of %s says: %s', (amountText, words) => {
  const draft = { ...emptyDraft, scope: 'part', amountText } as const
  expect(wordsIn(draw(<AmountPart draft={draft} refundable={refundable} />))).toContain(words)
})
