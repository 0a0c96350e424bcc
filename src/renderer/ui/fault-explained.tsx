import type { Fault } from '../../shared/fault'
import { explainFault } from '../words/fault-words'
import { Explain } from './explain'

/** A failure in three sentences, for where nothing else can be shown. */
export function FaultExplained(props: { readonly fault: Fault }) {
  return <Explain explanation={explainFault(props.fault)} tone="no" />
}
