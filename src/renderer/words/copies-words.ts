import type { CopyCount } from '../../shared/contract'
import { countOf, countWords } from './count-words'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

const copies = (count: number) => countOf(count, 'copy', 'copies')
const days = (count: number) => countOf(count, 'day', 'days')

type Limits = { readonly least: number; readonly most: number }

/** The saved copies, how long they are kept, and how they are forgotten. */
export const copiesWords = {
  title: 'Saved copies',
  help: 'Receipts looked up here can be shown again with no network. They are kept encrypted on this PC.',
  saved: 'Saved now',
  deleting: 'Being deleted',
  notOpen: 'The saved copies can’t be opened just now.',
  days: 'Keep for (days)',
  count: 'Keep at most (copies)',
  daysWrong: ({ least, most }: Limits) => `A whole number of days, ${least} to ${most}.`,
  countWrong: ({ least, most }: Limits) =>
    `A whole number of copies, ${countWords(least)} to ${countWords(most)}.`,
  together: (bytes: number) =>
    `All copies together take ${countWords(Math.round(bytes / 1_000_000))} MB of this PC’s disk at most. The oldest go first.`,
  save: 'Save these limits',
  deleteTitle: (count: number) => `Delete ${copies(count)}?`,
  deleteNow: (count: number) => `Delete ${copies(count)}`,
  deleteWhich: (keepDays: number, keepCopies: number) =>
    `They are older than ${days(keepDays)}, or the oldest of more than ${copies(keepCopies)}.`,
  deleteMeaning:
    'Until they are looked up again, these receipts can’t be shown without a network. The record of refunds stays.',
  forget: 'Forget all saved copies',
  forgetTitle: 'Forget all saved copies?',
  forgetMeaning:
    'Until they are looked up again, receipts can’t be shown without a network. The record of refunds stays.',
} as const

/** How many there are, and since when. */
export function savedWords({ saved, oldest }: CopyCount): string {
  if (saved === 0 || oldest === null) return 'None'
  return `${copies(saved)}, the oldest from ${day.format(new Date(oldest))}`
}

/** What is left to delete. */
export function deletingWords({ outside }: CopyCount): string {
  return copies(outside)
}
