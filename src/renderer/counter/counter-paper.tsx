import { BrokenSlip } from '../outcome/broken-panel'
import { OutcomeSlip } from '../outcome/slip'
import { Receipt } from '../receipt/receipt'
import type { Lookup } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { Foreign } from '../ui/foreign'
import { scanWords } from '../words/scan-words'
import { Missed } from './missed-and-recent'
import '../receipt/paper.css'

function Ready() {
  return (
    <div className="paper-place paper-ready">
      <div className="ready-slot" aria-hidden="true">
        <span className="ready-bars" />
      </div>
      <h2>{scanWords.ready}</h2>
      <p>{scanWords.readyHint}</p>
    </div>
  )
}

function Looking(props: { readonly lookup: Lookup }) {
  return (
    <div className="paper-place">
      <div className="paper paper-waiting" aria-busy="true">
        <h2>{scanWords.looking}</h2>
        <p className="mono code-asked">
          <Foreign text={props.lookup.code} />
        </p>
        <span className="waiting-bar" />
      </div>
    </div>
  )
}

/** The middle of the counter: a sheet of paper, or why there is none. */
export function CounterPaper() {
  const counter = useStore((state) => state.counter)
  switch (counter.at) {
    case 'scan':
      return <Ready />
    case 'looking':
      return <Looking lookup={counter.lookup} />
    case 'missed':
      return <Missed lookup={counter.lookup} fault={counter.fault} />
    case 'outcome':
      return <OutcomeSlip attempt={counter.attempt} storeId={counter.storeId} />
    case 'broken':
      return <BrokenSlip shown={counter.shown} amount={counter.amount} />
    case 'receipt':
    case 'refund':
    case 'sending':
    case 'stopped':
      return <Receipt shown={counter.shown} />
  }
}
