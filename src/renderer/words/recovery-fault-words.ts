import type { FaultOf, RecoveryKitRefusal } from '../../shared/fault'
import { type Explanation, kindsOf } from './explanation'

export const isRecoveryFault = kindsOf('recovery_kit')

const refusals: Readonly<Record<RecoveryKitRefusal, Explanation>> = {
  not_a_kit: {
    title: 'Not a recovery kit',
    meaning: 'The file isn’t a recovery kit, or it was changed.',
    next: 'Choose another file.',
  },
  newer_kit: {
    title: 'Kit not opened',
    meaning: 'A newer Tillside made it.',
    next: 'Update Tillside first.',
  },
  wrong_passphrase: {
    title: 'Kit not opened',
    meaning: 'The passphrase doesn’t open it, or the file was changed.',
    next: 'Type the passphrase again.',
  },
  other_till: {
    title: 'Kit doesn’t fit this till',
    meaning: 'It opens no refund record on this disk: it’s another till’s, or older than this record.',
    next: 'Choose the newest kit of this till.',
  },
  nothing_lost: {
    title: 'Nothing to put back',
    meaning: 'The keychain has every key that’s in it.',
    next: 'No kit is needed.',
  },
  nothing_to_save: {
    title: 'Kit not saved',
    meaning: 'The keychain has no key of a refund record.',
    next: 'Refunds have to be on first.',
  },
}

/** Why a kit was not made or not opened. */
export function explainRecoveryKit({ why }: FaultOf<'recovery_kit'>): Explanation {
  return refusals[why]
}
