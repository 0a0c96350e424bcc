import type { RefundsOff } from '../../shared/fault'
import { isolatedText } from '../../shared/shown-text'
import type { Explanation } from './explanation'

const portalFirst = 'Check the provider’s portal before refunding on another till.'
const newRecord = `${portalFirst} Then a supervisor can start a new record in Settings.`

/** Each reason is another thing with another word and another way on (refund-protocol.md 11 to 14). */
const reasons: Readonly<Record<RefundsOff, Explanation>> = {
  journal_opening: {
    title: 'Refunds will be available in a moment',
    meaning: 'Tillside is checking its refund record, as at every start.',
    next: 'Wait a moment. You can look up receipts in the meantime.',
  },
  no_keychain: {
    title: 'Refunds are off: this PC’s keychain isn’t working',
    meaning: 'Without it Tillside can’t protect its refund record. You can still look up receipts.',
    next: `Unlock the keychain, or ask IT support to repair it. Refunds are available again when it answers. ${portalFirst}`,
  },
  keychain_emptied: {
    title: 'Refunds are off: this PC’s keychain has lost what belongs to the refund record',
    meaning: 'The record is still on this disk, but it can’t be trusted or opened without that.',
    next: newRecord,
  },
  journal_missing: {
    title: 'Refunds are off: the refund record is gone',
    meaning:
      'This till had one, and it isn’t on this disk any more. Without it a refund could be sent twice.',
    next: newRecord,
  },
  journal_damaged: {
    title: 'Refunds are off: the refund record is damaged',
    meaning: 'The damaged file was kept. Without a record the same refund could be sent twice.',
    next: newRecord,
  },
  journal_rolled_back: {
    title: 'Refunds are off: the refund record is an older copy',
    meaning: 'Refunds may be missing from it. Without them a refund could be sent twice.',
    next: newRecord,
  },
  journal_wrong_key: {
    title: 'Refunds are off: the refund record can’t be opened',
    meaning: 'The key in this account’s keychain is another one.',
    next: `Sign in to this PC with the usual account, or ask IT support. ${newRecord}`,
  },
  journal_other_version: {
    title: 'Refunds are off: another version of Tillside wrote the refund record',
    meaning: 'This version can’t read it. Nothing is wrong with the record.',
    next: 'Start that version of Tillside, or ask IT support to install it.',
  },
  journal_unwritable: {
    title: 'Refunds are off: nothing can be written to this PC’s disk',
    meaning: 'A refund that isn’t recorded first is never sent.',
    next: `Ask IT support to make room on the disk. ${portalFirst}`,
  },
  service_unsettled: {
    title: 'Refunds are off: is this the same payment service as before?',
    meaning: 'Its address was changed while a refund is in doubt or still watched.',
    next: 'A supervisor answers in Settings, Payment service. Refunds are available again with the answer.',
  },
  policy_wrong: {
    title: 'Refunds are off: this PC’s policy file isn’t valid',
    meaning:
      'It says what this till may do, and it can’t be followed as it is. You can still look up receipts.',
    next: 'Ask IT support to put it right and to start Tillside again. Settings says what is wrong.',
  },
}

/** A till whose folder is another one now has nothing in the keychain; that is no keychain that lost something. */
function explainMoved(from: string): Explanation {
  return {
    title: 'Refunds are off: this till’s folder was moved or copied',
    meaning: `It came from ${isolatedText(from)}. Its keychain entries belong there and aren’t used here.`,
    next: `Ask IT support to move it back, or to set this till up anew here. ${portalFirst}`,
  }
}

/**
 * Why refunds are off on this till, whatever the transaction.
 * @param movedFrom where the profile's keychain entries belong, if that is elsewhere
 */
export function explainRefundsOff(why: RefundsOff, movedFrom: string | null = null): Explanation {
  const isMissed = why === 'no_keychain' || why === 'keychain_emptied'
  return isMissed && movedFrom !== null ? explainMoved(movedFrom) : reasons[why]
}

/** Beside every payment while the refund record is off, for whatever reason (refund-protocol.md 11). */
export const doubtWords = {
  title: 'This till may have a refund in doubt',
  meaning: 'It can’t tell now whether this payment was refunded here.',
} as const
