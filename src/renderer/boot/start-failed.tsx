import { lazy, Suspense } from 'react'
import type { Fault } from '../../shared/fault'
import { appWords } from '../words/app-words'

const FaultExplained = lazy(() =>
  import('../ui/fault-explained').then((file) => ({ default: file.FaultExplained })),
)

/** All there is when main did not answer at the start. */
export function StartFailed(props: { readonly fault: Fault | null }) {
  return (
    <main className="start-failed">
      <h1>{appWords.failedTitle}</h1>
      <Suspense fallback={null}>{props.fault !== null && <FaultExplained fault={props.fault} />}</Suspense>
    </main>
  )
}
