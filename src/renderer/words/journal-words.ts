import type { Output } from '../../shared/contract'
import type { RefundsOff } from '../../shared/fault'

export const journalWords = {
  title: 'Refund record',
  begin: 'Start a new record',
  beginTitle: 'Start a new refund record?',
  portalFirst: 'Check the provider’s portal first: which refunds does it show for today?',
  meaning:
    'Everything readable is carried over, and refunds without an answer stay locked, even where they can’t be read. Only a refund recorded nowhere else could be sent twice.',
  untouched: 'The old files are kept. Nothing is sent.',
  byToken:
    'The key of the old record is lost. So type the address and the access token of this store’s payment service.',
  address: 'Address',
  token: 'Access token',
  newPin: 'New supervisor PIN',
  newPinHelp: 'It replaces the one that was lost.',
  why: 'Reason, and what the portal shows',
  whyHelp: 'For example: “Disk replaced. Portal 10:40, three refunds today, all known”',
  begunTitle: 'New refund record started',
  attempts: 'Refunds carried over',
  undecided: 'Still without an answer, and locked',
  unread: 'Locked payments that couldn’t be read',
  missing: 'Lines that couldn’t be read',
  unknown: 'Not known',
  lookInPortal: 'Check the provider’s portal before refunding an older payment.',
  nothingMissing: 'Nothing is missing.',
} as const

/** What happened to the old record, in the words of the dialog. */
export function whatHappened(why: RefundsOff): string {
  switch (why) {
    case 'journal_damaged':
      return 'The refund record is damaged.'
    case 'journal_rolled_back':
      return 'The refund record is an older copy.'
    case 'journal_missing':
      return 'The refund record isn’t on this disk any more.'
    case 'keychain_emptied':
      return 'The keychain has lost what belongs to the refund record.'
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
