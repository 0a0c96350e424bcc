import type { Fault } from '../../shared/fault'
import { FaultExplained } from '../ui/fault-explained'
import { appWords } from '../words/app-words'

/** All there is when main did not answer at the start. */
export function StartFailed(props: { readonly fault: Fault }) {
  return (
    <main className="start-failed">
      <h1>{appWords.failedTitle}</h1>
      <FaultExplained fault={props.fault} />
    </main>
  )
}
