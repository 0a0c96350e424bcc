import type { Fault } from '../shared/fault'
import { Explain } from './ui/explain'
import { appWords } from './words/app-words'
import { explainFault } from './words/fault-words'

/** All there is when main did not answer at the start. */
export function StartFailed(props: { readonly fault: Fault | null }) {
  return (
    <main className="start-failed">
      <h1>{appWords.failedTitle}</h1>
      {props.fault !== null && <Explain explanation={explainFault(props.fault)} tone="no" />}
    </main>
  )
}
