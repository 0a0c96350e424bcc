import type { TodaySummary } from '../../shared/contract'
import { plural } from './locale'

/** The right of the counter while nothing is looked up. */
export const idleWords = {
  title: 'Today on this till',
  attention: 'Needs attention',
  more: (count: number) =>
    plural(count, { one: (n) => `${n} more in Activity`, other: (n) => `${n} more in Activity` }),
  refunded: 'Refunded today',
  none: 'No refunds yet today.',
  times: (count: number) => plural(count, { one: (n) => `${n} refund`, other: (n) => `${n} refunds` }),
  unsettled: (count: number) =>
    plural(count, {
      one: (n) => `${n} more is still being checked.`,
      other: (n) => `${n} more are still being checked.`,
    }),
  practice: 'Codes to try',
  practiceHelp: 'Press one, or scan it from the practice sheet.',
} as const

export type TodaySum = TodaySummary['refunded'][number]

/** A few codes of practice, each with what a cashier sees there. They show the ordinary way, a part, and the worst that can happen. */
export const codesToTry = [
  { code: '483920174462', match: 'transaction_id', what: 'An ordinary payment' },
  { code: 'DEMO-PART', match: 'custom_id', what: 'Partly refunded already' },
  { code: 'PRACTICE-500-AFTER', match: 'custom_id', what: 'The answer to the refund gets lost' },
] as const
