import type { SignalOf } from '../../shared/contract'
import { countOf, countWords } from './count-words'
import { writeMoment } from './locale'

/** A day of the service, 2026-11-21, as a person writes it. */
const serviceDay = (day: string) =>
  writeMoment(new Date(`${day}T00:00:00Z`), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

export const searchWords = {
  title: 'Search',
  field: 'Search saved receipts',
  clear: 'Clear the search',
  fieldHelp:
    'Any part of a code, an amount, a day (20/11, today), a gateway or a status. Add words to narrow the list.',
  results: 'Saved receipts',
  today: 'today',
  yesterday: 'yesterday',
  found: (count: number) => countOf(count, 'receipt found', 'receipts found'),
  all: 'Everything, newest payment first',
  saved: (count: number) => countOf(count, 'receipt saved', 'receipts saved'),
  oldest: (day: string) => `the oldest from ${serviceDay(day)}`,
  nothing: 'No saved receipt matches.',
  nothingNext: 'Try fewer characters, or scan the code to ask the service.',
  empty: 'No receipt is saved on this till yet.',
  emptyNext: 'Receipts you look up are saved automatically and can be found here without a network.',
  noKeychain: 'Without this PC’s keychain no receipts are saved on this till.',
  noKeychainNext: 'Ask IT support to repair the keychain.',
  gone: 'No longer saved',
  loading: '…',
  savedAt: (moment: string) => `Saved ${moment}`,
  ofItRefunded: (amount: string) => `${amount} refunded`,
  firstOnly: (count: number) => `The newest ${countWords(count)} are listed. Type more to find older ones.`,
  preparingTitle: 'Getting saved receipts ready',
  preparing: ({ done, of }: SignalOf<'copies:preparing'>) =>
    `Getting saved receipts ready: ${Math.floor((done / of) * 100)} %`,
  preparingNext: 'This happens once and may take half a minute. You can keep scanning.',
  saidFound: (count: number) =>
    count === 0 ? 'Nothing matches.' : countOf(count, 'receipt found.', 'receipts found.'),
} as const
