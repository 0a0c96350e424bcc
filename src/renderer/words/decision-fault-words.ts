import type { FaultOf } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import type { Explanation } from './explanation'
import { kindsOf } from './explanation'
import { waitWords } from './pin-fault-words'

type PlainKind = 'decision_outdated' | 'lowering_not_possible' | 'alarm_unknown' | 'service_not_in_question'
type DecisionFault = FaultOf<PlainKind | 'decision_too_early' | 'decision_needs_show'>

export const isDecisionFault = kindsOf(
  'decision_outdated',
  'lowering_not_possible',
  'alarm_unknown',
  'service_not_in_question',
  'decision_too_early',
  'decision_needs_show',
)

const nothingWritten = 'Nothing was recorded.'

const plain: Readonly<Record<PlainKind, Explanation>> = {
  decision_outdated: {
    title: 'The service says something else now',
    meaning: `The payment was checked just now and isn’t as you saw it. ${nothingWritten}`,
    next: 'Close this, read what has changed, and decide again.',
  },
  lowering_not_possible: {
    title: 'The lower amount can’t be accepted now',
    meaning: `The payment has changed since it was shown. ${nothingWritten}`,
    next: 'Close this and read what the service says now.',
  },
  alarm_unknown: {
    title: 'There’s nothing left to record here',
    meaning: 'It was recorded in the meantime, or the record has changed.',
    next: 'Close this and open Activity again.',
  },
  service_not_in_question: {
    title: 'Nobody asks about this address any more',
    meaning: nothingWritten,
    next: 'Close this and read under Settings which address is in use.',
  },
}

/** A supervisor's word that could not be taken, or not yet. */
export function explainDecisionFault(fault: DecisionFault): Explanation {
  switch (fault.kind) {
    case 'decision_outdated':
    case 'lowering_not_possible':
    case 'alarm_unknown':
    case 'service_not_in_question':
      return plain[fault.kind]
    case 'decision_too_early':
      return {
        title: 'It is too early to say “not refunded”',
        meaning: `A refund can arrive some minutes late. ${nothingWritten}`,
        next: waitWords(fault.waitSeconds),
      }
    case 'decision_needs_show':
      return {
        title: 'The service couldn’t be asked just now',
        meaning: `Without its answer “not refunded” can’t be recorded yet. ${nothingWritten}`,
        next:
          fault.waitSeconds <= 0
            ? 'Try again, or go by the provider’s portal alone.'
            : `Try again when the connection is back. ${portalFrom(fault.waitSeconds)}`,
      }
    default:
      return unreachable(fault)
  }
}

function portalFrom(seconds: number): string {
  return `In ${Math.max(1, Math.ceil(seconds / 60))} min you can go by the provider’s portal alone.`
}
