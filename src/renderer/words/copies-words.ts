import type { CopyCount } from '../../shared/contract'
import { countOf, countWords } from './count-words'
import { writeMoment } from './locale'

const receipts = (count: number) => countOf(count, 'receipt', 'receipts')
const days = (count: number) => countOf(count, 'day', 'days')

type Limits = { readonly least: number; readonly most: number }

/** The saved copies, how long they are kept, and how they are forgotten. */
export const copiesWords = {
  title: 'Saved receipts',
  help: 'Receipts you look up can be shown again without a network. They’re kept encrypted on this PC.',
  saved: 'Saved now',
  deleting: 'Being deleted',
  notOpen: 'Saved receipts can’t be opened right now.',
  days: 'Keep for (days)',
  count: 'Keep at most (receipts)',
  daysWrong: ({ least, most }: Limits) => `A whole number of days, ${least} to ${most}.`,
  countWrong: ({ least, most }: Limits) =>
    `A whole number of receipts, ${countWords(least)} to ${countWords(most)}.`,
  save: 'Save these limits',
  deleteTitle: (count: number) => `Delete ${receipts(count)}?`,
  deleteNow: (count: number) => `Delete ${receipts(count)}`,
  deleteWhich: (keepDays: number, keepCopies: number) =>
    `They are older than ${days(keepDays)}, or the oldest of more than ${receipts(keepCopies)}.`,
  deleteMeaning:
    'Until they are looked up again, these receipts can’t be shown without a network. The refund record stays.',
  forget: 'Delete all saved receipts',
  forgetTitle: 'Delete all saved receipts?',
  forgetMeaning:
    'Until they are looked up again, receipts can’t be shown without a network. The refund record stays.',
} as const

/** How many there are, and since when. */
export function savedWords({ saved, oldest }: CopyCount): string {
  if (saved === 0 || oldest === null) return 'None'
  return `${receipts(saved)}, the oldest from ${writeMoment(new Date(oldest), { day: 'numeric', month: 'short', year: 'numeric' })}`
}

/** What is left to delete. */
export function deletingWords({ outside }: CopyCount): string {
  return receipts(outside)
}
