import type { Attempt } from '../../shared/attempt/attempt'
import { formatMoney, type Money } from '../../shared/payment/money'
import type { AmountFault } from '../../shared/payment/refund-blocks'
import { reasonName } from '../../shared/people/reasons'
import type { RuleName } from '../../shared/people/rules'
import { confirmKey } from './common'
import { speech } from './locale'
import { words } from './words'

const { refund, grammar } = words

/** Why what stands in Amount is no amount that can be refunded. */
export type AmountInputFault = 'empty' | 'unreadable' | 'comma_unclear' | AmountFault

/** What is wrong with what stands in Amount. */
export function amountFaultWords(trouble: AmountInputFault, rest: Money): string {
  switch (trouble) {
    case 'empty':
      return refund.amountEmpty(formatMoney(rest))
    case 'unreadable':
      return refund.amountUnreadable
    case 'comma_unclear':
      return refund.commaUnclear
    case 'too_large':
      return refund.amountTooLarge(formatMoney(rest))
    case 'not_whole_units':
      return refund.noDecimals(rest.currency)
    default:
      return refund.amountProblems[trouble]
  }
}

/** What is missing, or wrong, in the refund form. */
export type DraftFault =
  | { readonly in: 'amount'; readonly why: AmountInputFault }
  | { readonly in: 'reason'; readonly why: 'none' | 'other_empty' }
  | { readonly in: 'confirmation' }

/** What is still missing before the refund can be sent. */
export function draftFaultWords(trouble: DraftFault, rest: Money): string {
  switch (trouble.in) {
    case 'amount':
      return amountFaultWords(trouble.why, rest)
    case 'reason':
      return trouble.why === 'none' ? refund.chooseReason : refund.typeReason
    case 'confirmation':
      return refund.confirmAbove
  }
}

export const refundWords = {
  ...refund,
  confirm: (amount: Money) => refund.confirm(formatMoney(amount)),
  askAmount: (amount: Money) => refund.askAmount(formatMoney(amount), confirmKey),
  stays: (rest: Money, amount: Money) =>
    refund.stays(formatMoney({ ...rest, hundredths: rest.hundredths - amount.hundredths })),
  strands: (left: Money) => refund.strands(formatMoney(left)),
} as const

/** A reason as the window says it: a usual one in its language, any other in the words that were sent. */
export function reasonWords({ code, text }: Attempt['intent']['reason']): string {
  return code === 'other' ? text : nameOfReason(code)
}

/** A reason of the store's list by name. */
export const nameOfReason = (code: string) => reasonName(code, speech.screen)

/** Why the store's rules ask for somebody else, each in a sentence. @param marker of the refund that is doubted */
export function rulesWords(rules: readonly RuleName[], marker = ''): string {
  const { after_not_refunded: doubted, ...others } = words.rules
  const said = rules.map((rule) => (rule === 'after_not_refunded' ? doubted(marker) : others[rule]))
  return said.join(grammar.betweenSentences)
}
