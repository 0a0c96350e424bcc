import { expect, it } from 'vitest'
import { draw, wordsIn } from '../store/testing/draw'
import { AmountPart } from './amount-part'
import { emptyDraft } from './refund-draft'

const refundable = {
  kind: 'refundable',
  rest: { hundredths: 12050, currency: 'HKD' },
  wholeOnly: false,
  confirmation: null,
} as const

it.each([
  ['120.45', '0.05 would be left, too little to refund ever again.'],
  ['120.49', '0.01 would be left, too little to refund ever again.'],
  ['120.41', '0.09 would be left, too little to refund ever again.'],
  ['120.40', 'of HK$120.50 · 0.10 stays refundable'],
  ['120.50', 'of HK$120.50 · 0.00 stays refundable'],
])('a part refund of %s says: %s', (amountText, words) => {
  const draft = { ...emptyDraft, scope: 'part', amountText } as const
  expect(wordsIn(draw(<AmountPart draft={draft} refundable={refundable} />))).toContain(words)
})
