import type { ReactNode } from 'react'
import { unreachable } from '../../shared/result'
import { useStore } from '../store/store-context'
import type { TestSlip } from '../store/store-state'
import { PressButton } from '../ui/controls'
import { Explain } from '../ui/explain'
import { explainFault } from '../words/faults'
import { testSlipWords as words } from '../words/test-slip-words'
import './save-form.css'

function Result({ slip }: { readonly slip: TestSlip }) {
  switch (slip.at) {
    case 'none':
      return null
    case 'printing':
      return <p>{words.printing}</p>
    case 'printed':
      return (
        <p>
          <strong className="saved-mark">
            <span aria-hidden="true">✓</span> {words.printed}
          </strong>{' '}
          {words.look}
        </p>
      )
    case 'cancelled':
      return <p>{words.cancelled}</p>
    case 'failed':
      return <Explain tone="wait" explanation={explainFault(slip.fault)} />
    default:
      return unreachable(slip)
  }
}

/** The button that prints a test slip, and what came of it. */
export function TestPrint(props: {
  readonly look?: 'go' | 'plain'
  /** Beside the button. */
  readonly more?: ReactNode
}) {
  const slip = useStore((state) => state.testSlip)
  const putOnPaper = useStore((state) => state.putOnPaper)
  return (
    <div className="form">
      <p>{words.help}</p>
      <div aria-live="polite">
        <Result slip={slip} />
      </div>
      <div className="button-row">
        <PressButton
          look={props.look ?? 'plain'}
          disabled={slip.at === 'printing'}
          onPress={() => void putOnPaper({ subject: 'test_slip' }, 'print')}
        >
          {slip.at === 'none' || slip.at === 'printing' ? words.print : words.again}
        </PressButton>
        {props.more}
      </div>
    </div>
  )
}
