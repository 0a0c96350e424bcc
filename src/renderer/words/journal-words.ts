import type { Output } from '../../shared/contract'
import type { RefundsOff } from '../../shared/fault'

export const journalWords = {
  title: 'Record of refunds',
  begin: 'Begin a new record',
  beginTitle: 'Begin a new record of refunds?',
  portalFirst: 'First look in the provider’s portal: which refunds does it list for today?',
  meaning:
    'All that can still be read is taken over, and what is in doubt stays locked, even where it can’t be read. Only a refund that stood nowhere else could be sent a second time.',
  untouched: 'The old files are kept as they are. Nothing is sent.',
  byToken:
    'The key of the old record is lost. So type the address and the access token of this store’s payment service.',
  address: 'Address',
  token: 'Access token',
  newPin: 'New supervisor PIN',
  newPinHelp: 'In the place of the one that is lost.',
  why: 'Why, and what the portal lists',
  whyHelp: 'For example: “Disk replaced. Portal, 10:40: three refunds today, all known.”',
  begunTitle: 'A new record of refunds has begun',
  attempts: 'Refunds taken over',
  undecided: 'Of them in doubt, and locked',
  unread: 'Payments that stay locked unread',
  missing: 'Lines that could not be read',
  unknown: 'Nobody knows how many',
  lookInPortal: 'Look in the provider’s portal before you refund an older payment.',
  nothingMissing: 'Nothing is missing.',
} as const

/** What happened to the old record, in the words of the dialog. */
export function whatHappened(why: RefundsOff): string {
  switch (why) {
    case 'journal_damaged':
      return 'The record of refunds is damaged.'
    case 'journal_rolled_back':
      return 'The record of refunds is an older copy.'
    case 'journal_missing':
      return 'The record of refunds is not on this disk any more.'
    case 'keychain_emptied':
      return 'The keychain has lost what belongs to the record of refunds.'
    case 'journal_wrong_key':
      return 'The key in the keychain belongs to another record.'
    default:
      return ''
  }
}

/** What of the old records stands in the new one, line by line. */
export function takenOverLines(taken: Output<'journal:begin'>): readonly (readonly [string, string])[] {
  const { attempts, undecided, unread, missing } = taken
  return [
    [journalWords.attempts, String(attempts)],
    [journalWords.undecided, String(undecided)],
    [journalWords.unread, String(unread)],
    [journalWords.missing, missing === null ? journalWords.unknown : String(missing)],
  ]
}

/** What to do with what is missing. */
export function takenOverAdvice({ unread, missing }: Output<'journal:begin'>): string {
  return unread === 0 && missing === 0 ? journalWords.nothingMissing : journalWords.lookInPortal
}
