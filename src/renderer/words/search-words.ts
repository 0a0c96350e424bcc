import type { SignalOf } from '../../shared/contract'
import { countOf, countWords } from './count-words'

/** A day of the service, 2026-11-21, as a person writes it. */
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

export const searchWords = {
  title: 'Search',
  field: 'Search saved copies',
  fieldHelp:
    'Any part of a code, an amount, a day (20/11, today), a gateway or a status. Several words narrow it down.',
  results: 'Saved copies',
  today: 'today',
  yesterday: 'yesterday',
  found: (count: number) => countOf(count, 'copy matches', 'copies match'),
  all: 'Everything, newest payment first',
  saved: (count: number) => countOf(count, 'copy saved', 'copies saved'),
  oldest: (day: string) => `oldest from ${dayFormat.format(new Date(`${day}T00:00:00Z`))}`,
  nothing: 'Nothing saved on this till matches.',
  nothingNext: 'Type less of the code, or scan it: the service may still know it.',
  empty: 'No receipt is saved on this till yet.',
  emptyNext: 'What you look up is saved by itself, and can then be found here with no network.',
  noKeychain: 'Without this PC’s keychain no receipts are saved on this till.',
  noKeychainNext: 'Ask whoever looks after this PC to set the keychain up.',
  gone: 'Deleted meanwhile',
  loading: '…',
  savedAt: (day: string, time: string) => `Saved ${day} ${time}`,
  ofItRefunded: (amount: string) => `${amount} refunded`,
  firstOnly: (count: number) => `The newest ${countWords(count)} are listed. Type more to find older ones.`,
  preparingTitle: 'Getting the saved copies ready',
  preparing: ({ done, of }: SignalOf<'copies:preparing'>) =>
    `Getting the saved copies ready: ${Math.floor((done / of) * 100)} %`,
  preparingNext: 'This is done once, and takes some seconds. Scanning works meanwhile.',
  saidFound: (count: number) => (count === 0 ? 'Nothing matches.' : countOf(count, 'match.', 'matches.')),
} as const
