import type { Fault } from '../../shared/fault'
import { type CodeMatch, codeKinds, kindsToTry } from '../../shared/scan-code'
import type { Lookup } from '../desk/counter-place'
import { useDesk } from '../desk/desk-context'
import { OutcomeSlip } from '../outcome/outcome-slip'
import { Explain } from '../ui/explain'
import { PressButton } from '../ui/press-button'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { explainFault } from '../words/fault-words'
import { scanWords } from '../words/scan-words'
import { Receipt } from './receipt'
import './paper.css'

function Ready() {
  return (
    <div className="paper-place paper-ready">
      <div className="ready-slot" aria-hidden="true">
        <span className="ready-bars" />
      </div>
      <h1>{scanWords.ready}</h1>
      <p>{scanWords.readyHint}</p>
    </div>
  )
}

function Looking(props: { readonly lookup: Lookup }) {
  return (
    <div className="paper-place">
      <div className="paper paper-waiting" aria-busy="true">
        <h1>{scanWords.looking}</h1>
        <p className="mono code-asked">{props.lookup.code}</p>
        <span className="waiting-bar" />
      </div>
    </div>
  )
}

/** The kinds worth offering after a failure: a 500 says nothing about the other kinds of code. */
function otherMatches(lookup: Lookup, fault: Fault): readonly CodeMatch[] {
  const fits = kindsToTry(lookup.code, 'automatic')
  switch (fault.kind) {
    case 'service_error':
    case 'strange_answer':
    case 'other_record':
      return codeKinds.filter(
        (kind) => kind !== 'transaction_id' && kind !== lookup.match && fits.includes(kind),
      )
    case 'not_found':
    case 'code_too_long':
      return lookup.match === 'automatic' ? [] : ['automatic']
    default:
      return []
  }
}

function Missed(props: { readonly lookup: Lookup; readonly fault: Fault }) {
  const { lookup, fault } = props
  const lookUp = useDesk((state) => state.lookUp)
  const lookAgain = useDesk((state) => state.lookAgain)
  const go = useDesk((state) => state.go)
  const ref = useFocusOnShow<HTMLElement>(lookup.number)
  const settings = fault.kind === 'token_not_accepted' || fault.kind === 'not_set_up'
  return (
    <div className="paper-place">
      <section className="paper missed" aria-label={scanWords.missed} tabIndex={-1} ref={ref}>
        <p className="mono code-asked">{lookup.code}</p>
        <Explain explanation={explainFault(fault)} tone={fault.kind === 'not_found' ? 'soft' : 'wait'} />
        <div className="button-row">
          {settings && (
            <PressButton look="go" onPress={() => go('settings')}>
              {scanWords.openSettings}
            </PressButton>
          )}
          <PressButton onPress={() => void lookAgain()}>{scanWords.tryAgain}</PressButton>
          {otherMatches(lookup, fault).map((match) => (
            <PressButton key={match} onPress={() => void lookUp(lookup.code, match)}>
              {scanWords.tryAs[match]}
            </PressButton>
          ))}
        </div>
      </section>
    </div>
  )
}

/** The middle of the counter: a sheet of paper, or why there is none. */
export function CounterPaper() {
  const counter = useDesk((state) => state.counter)
  switch (counter.at) {
    case 'scan':
      return <Ready />
    case 'looking':
      return <Looking lookup={counter.lookup} />
    case 'missed':
      return <Missed lookup={counter.lookup} fault={counter.fault} />
    case 'outcome':
      return <OutcomeSlip attempt={counter.attempt} />
    case 'broken':
      return <div className="paper-place" />
    case 'receipt':
    case 'refund':
    case 'sending':
    case 'stopped':
      return <Receipt shown={counter.shown} />
  }
}
