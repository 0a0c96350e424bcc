import type { FaultOf } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { type Explanation, kindsOf, nothingMoved } from './explanation'

type PlainKind =
  | 'attempt_unknown'
  | 'attempt_not_open'
  | 'pin_not_set'
  | 'pin_damaged'
  | 'pin_stopped'
  | 'pin_weak'
type PinFault = FaultOf<PlainKind | 'pin_wrong' | 'pin_throttled' | 'pin_stopped_elsewhere'>

export const isPinFault = kindsOf(
  'attempt_unknown',
  'attempt_not_open',
  'pin_not_set',
  'pin_damaged',
  'pin_wrong',
  'pin_throttled',
  'pin_stopped',
  'pin_stopped_elsewhere',
  'pin_weak',
)

const plain: Readonly<Record<PlainKind, Explanation>> = {
  attempt_unknown: {
    title: 'This refund isn’t in the record',
    meaning: nothingMoved,
    next: 'Open Activity again.',
  },
  attempt_not_open: {
    title: 'Already settled',
    meaning: 'It was settled in the meantime.',
    next: 'Read how it ended.',
  },
  pin_not_set: {
    title: 'No supervisor PIN is set',
    meaning: 'Refunds without an answer stay locked.',
    next: 'Set one in Settings.',
  },
  pin_damaged: {
    title: 'The supervisor PIN is damaged',
    meaning:
      'Your PIN isn’t wrong; this PC can’t read what it keeps of it. Refunds without an answer stay locked.',
    next: 'Ask IT support to set a new PIN (--provision with --supervisor-pin).',
  },
  pin_stopped: {
    title: 'The PIN was wrong ten times in a row',
    meaning: 'No PIN is accepted any more, not even the right one. Nothing was changed.',
    next: 'Ask IT support to type the access token in Settings, under Supervisor PIN.',
  },
  pin_weak: {
    title: 'This PIN is too easy to guess',
    meaning: 'It wasn’t saved.',
    next: 'Choose 6 or more digits or letters: no dates, no 123456, nothing that many people use.',
  },
}

/** How long to wait before trying again. */
export function waitWords(seconds: number): string {
  if (seconds <= 0) return 'Try again.'
  return seconds < 60
    ? `Wait ${seconds} s, then try again.`
    : `Wait ${Math.ceil(seconds / 60)} min, then try again.`
}

export const pinDamaged: Explanation = plain.pin_damaged
export const pinStopped: Explanation = plain.pin_stopped

/** Failures around attempts and supervisors. */
export function explainPinFault(fault: PinFault): Explanation {
  switch (fault.kind) {
    case 'attempt_unknown':
    case 'attempt_not_open':
    case 'pin_not_set':
    case 'pin_damaged':
    case 'pin_stopped':
    case 'pin_weak':
      return plain[fault.kind]
    case 'pin_wrong':
      return {
        title: 'The PIN is wrong',
        meaning: 'Nothing was changed.',
        next: waitWords(fault.waitSeconds),
      }
    case 'pin_throttled':
      return {
        title: 'Too many wrong PINs',
        meaning: 'Nothing was changed.',
        next: waitWords(fault.waitSeconds),
      }
    case 'pin_stopped_elsewhere':
      return {
        title: 'Another payment service is connected',
        meaning: `The PIN was last right with ${fault.address}. The PIN stays stopped.`,
        next: 'Connect that service again, then type its access token here.',
      }
    default:
      return unreachable(fault)
  }
}
