import { type PracticeCodeName, practiceCodeOf } from '../shared/practice-codes'
import type { Refusal } from './ledger'
import type { RelatedScript } from './record'

/** What the service does at each practice code (shared/practice-codes.ts says it in words). Times are ms. */

/** How an answer is spoiled; `true` is the interface's own answer, an error is one of interface.md §7. */
export type Spoil =
  | 'true'
  | 'drop'
  | 'stall'
  | 'cut_body'
  | 'empty'
  | 'html'
  | 'unavailable'
  | 'redirect'
  | 'success_false'
  | 'other_record'
  | { readonly error: Refusal }

export type ShowScript = {
  readonly wait: number
  readonly answer: Spoil | 'stale_every_other' | 'blank_remark'
  readonly afterwards: 'nothing' | 'other_till_refunds' | 'nobody_can_connect'
  readonly related: RelatedScript
}

export type RefundScript = {
  readonly wait: number
  readonly first: 'nothing' | 'other_till_refunds'
  readonly applies: 'once' | 'never' | 'late' | 'twice'
  readonly answer: Spoil
}

/** How long after its request a late refund lands, and how long nobody can connect. */
export const lateAfter = 20_000
export const closedFor = 3_000

const internalError = { error: { status: 500, message: 'Internal Error' } } as const
const unauthenticated = { error: { status: 401, message: 'Unauthenticated' } } as const
const notFound = { error: { status: 404, message: 'Transaction not found' } } as const
const declined = { error: { status: 422, message: 'The gateway declined the refund' } } as const

const refunds: { readonly [code in PracticeCodeName]?: Partial<RefundScript> } = {
  'PRACTICE-SLOW': { wait: 6_000 },
  'PRACTICE-REFUSED': { applies: 'never', answer: declined },
  'PRACTICE-NOT-FOUND': { applies: 'never', answer: notFound },
  'PRACTICE-401': { applies: 'never', answer: unauthenticated },
  'PRACTICE-500-BEFORE': { applies: 'never', answer: internalError },
  'PRACTICE-500-AFTER': { answer: internalError },
  'PRACTICE-DROP-BEFORE': { applies: 'never', answer: 'drop' },
  'PRACTICE-DROP-AFTER': { answer: 'drop' },
  'PRACTICE-CUT-BODY': { answer: 'cut_body' },
  'PRACTICE-EMPTY': { answer: 'empty' },
  'PRACTICE-STALL': { answer: 'stall' },
  'PRACTICE-LATE': { applies: 'late', answer: 'drop' },
  'PRACTICE-PROBABLY': { answer: 'drop' },
  'PRACTICE-HTML': { applies: 'never', answer: 'html' },
  'PRACTICE-503': { applies: 'never', answer: 'unavailable' },
  'PRACTICE-REDIRECT': { applies: 'never', answer: 'redirect' },
  'PRACTICE-FALSE': { applies: 'never', answer: 'success_false' },
  'PRACTICE-OTHER': { answer: 'other_record' },
  'PRACTICE-TWICE': { applies: 'twice' },
  'PRACTICE-RACE': { first: 'other_till_refunds' },
}

const shows: { readonly [code in PracticeCodeName]?: Partial<ShowScript> } = {
  'PRACTICE-SLOW': { wait: 2_000 },
  'PRACTICE-PROBABLY': { answer: 'blank_remark' },
  'PRACTICE-STALE': { answer: 'stale_every_other' },
  'PRACTICE-ELSEWHERE': { afterwards: 'other_till_refunds' },
  'PRACTICE-NOT-SENT': { afterwards: 'nobody_can_connect' },
  'PRACTICE-SHOW-404': { answer: notFound },
  'PRACTICE-SHOW-401': { answer: unauthenticated },
  'PRACTICE-SHOW-500': { answer: internalError },
  'PRACTICE-SHOW-DOWN': { answer: 'drop' },
  'PRACTICE-SHOW-HTML': { answer: 'html' },
  'PRACTICE-SHOW-OTHER': { answer: 'other_record' },
  'PRACTICE-NO-RELATED': { related: 'refused' },
  'PRACTICE-ODD-RELATED': { related: 'odd_shapes' },
}

const honestShow: ShowScript = { wait: 0, answer: 'true', afterwards: 'nothing', related: 'as_switched' }
const honestRefund: RefundScript = { wait: 0, first: 'nothing', applies: 'once', answer: 'true' }

/** What a show of a transaction with this custom id does. */
export function showScript(customId: string | null): ShowScript {
  const code = practiceCodeOf(customId ?? '')
  return code === null ? honestShow : { ...honestShow, ...shows[code] }
}

/** What a refund of a transaction with this custom id does. */
export function refundScript(customId: string | null): RefundScript {
  const code = practiceCodeOf(customId ?? '')
  return code === null ? honestRefund : { ...honestRefund, ...refunds[code] }
}

/** The receipt that the pictures of Tillside show: untouched, paid, HK$120.50. */
export const exampleTransactionId = '483920174462'
export const exampleCustomId = 'C7719920461'
