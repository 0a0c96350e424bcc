import type { Fault } from '../../shared/fault'
import { explainDecisionFault, isDecisionFault } from './decision-fault-words'
import type { Explanation } from './explanation'
import { explainListFault, isListFault } from './list-fault-words'
import { explainLookupFault, isLookupFault } from './lookup-fault-words'
import { explainPaperFault, isPaperFault } from './paper-fault-words'
import { explainPinFault, isPinFault } from './pin-fault-words'
import { explainRefundFault } from './refund-fault-words'
import { explainSetUpFault, isSetUpFault } from './set-up-fault-words'

/**
 * Every expected failure in three sentences. Exhaustive: what none of the others takes must be a refund's,
 * so a new kind of fault does not compile without words.
 */
export function explainFault(fault: Fault): Explanation {
  if (isLookupFault(fault)) return explainLookupFault(fault)
  if (isSetUpFault(fault)) return explainSetUpFault(fault)
  if (isPinFault(fault)) return explainPinFault(fault)
  if (isDecisionFault(fault)) return explainDecisionFault(fault)
  if (isPaperFault(fault)) return explainPaperFault(fault)
  if (isListFault(fault)) return explainListFault(fault)
  return explainRefundFault(fault)
}
