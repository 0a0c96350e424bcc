import type { Attempt } from '../../shared/attempt'
import type { Fault, FaultOf } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/money'
import { useDesk } from '../desk/desk-context'
import { PressButton } from '../ui/press-button'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { explainFault } from '../words/fault-words'
import { outcomeWords } from '../words/outcome-words'
import { refundWords } from '../words/refund-words'
import './outcome.css'

/** While a refund is on its way: steps, no button, no way out. */
export function SendingPanel(props: { readonly amount: Money; readonly attempt: Attempt | null }) {
  const { amount, attempt } = props
  const ref = useFocusOnShow<HTMLElement>('sending')
  const steps = [
    { words: outcomeWords.checking, done: attempt !== null },
    { words: outcomeWords.writtenDown, done: attempt !== null },
    { words: outcomeWords.sent, done: attempt !== null && attempt.state !== 'intended' },
  ]
  return (
    <section
      className="panel"
      aria-label={outcomeWords.sendingRegion}
      aria-busy="true"
      tabIndex={-1}
      ref={ref}
    >
      <div className="panel-body">
        <div className="alert alert-soft">
          <h2>{outcomeWords.sendingTitle}</h2>
          <p className="refundable-amount mono">{formatMoney(amount)}</p>
          <p>{outcomeWords.waitAdvice}</p>
          <span className="waiting-bar" />
        </div>
        <ol className="sending-steps">
          {steps.map((step) => (
            <li key={step.words} data-done={step.done}>
              <span aria-hidden="true">{step.done ? '✓' : '…'}</span> {step.words}
            </li>
          ))}
        </ol>
        {attempt !== null && <p className="mono marker">{attempt.intent.marker}</p>}
      </div>
    </section>
  )
}

function Changes(props: { readonly fault: FaultOf<'transaction_changed'> }) {
  return (
    <table className="changes">
      <thead>
        <tr>
          <td />
          <th scope="col">{outcomeWords.was}</th>
          <th scope="col">{outcomeWords.now}</th>
        </tr>
      </thead>
      <tbody className="mono">
        {props.fault.changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{outcomeWords.changed[change.field]}</th>
            <td>{change.was}</td>
            <td>
              <strong>{change.now}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Main stopped before anything was written down or sent. */
export function StoppedPanel(props: { readonly amount: Money; readonly fault: Fault }) {
  const { amount, fault } = props
  const lookAgain = useDesk((state) => state.lookAgain)
  const leaveRefund = useDesk((state) => state.leaveRefund)
  const openAttempt = useDesk((state) => state.openAttempt)
  const ref = useFocusOnShow<HTMLElement>(fault)
  const { title, meaning, next } = explainFault(fault)
  return (
    <section className="panel" aria-label={outcomeWords.region} tabIndex={-1} ref={ref}>
      <div className="panel-body">
        <div className="alert alert-wait">
          <div className="alert-head">
            <span aria-hidden="true" className="alert-sign">
              ○
            </span>
            <h2>{outcomeWords.stopped}</h2>
          </div>
          <p className="mono">{formatMoney(amount)}</p>
          <p>
            <strong>{outcomeWords.stoppedSentence}</strong>
          </p>
          <p>{title}.</p>
          <p>{meaning}</p>
          <p>{next}</p>
        </div>
        {fault.kind === 'transaction_changed' && <Changes fault={fault} />}
      </div>
      <div className="panel-foot button-grid">
        <PressButton onPress={leaveRefund}>{outcomeWords.backToRefund}</PressButton>
        {fault.kind === 'undecided' ? (
          <PressButton look="go" onPress={() => openAttempt(fault.marker)}>
            {outcomeWords.evidence}
          </PressButton>
        ) : (
          <PressButton look="go" onPress={() => void lookAgain()}>
            {outcomeWords.tryAgain}
          </PressButton>
        )}
      </div>
    </section>
  )
}

/** Tillside itself failed: only the journal knows whether anything was sent, so nothing is promised. */
export function BrokenPanel(props: { readonly amount: Money; readonly detail: string }) {
  const go = useDesk((state) => state.go)
  const ref = useFocusOnShow<HTMLElement>('broken')
  return (
    <section className="panel" aria-label={outcomeWords.region} tabIndex={-1} ref={ref}>
      <div className="panel-body">
        <div className="alert alert-wait">
          <div className="alert-head">
            <span aria-hidden="true" className="alert-sign">
              ?
            </span>
            <h2>{outcomeWords.broken}</h2>
          </div>
          <p>
            <strong>{outcomeWords.brokenSentence(formatMoney(props.amount))}</strong>
          </p>
          <p>{outcomeWords.brokenNext}</p>
          <p className="fine mono">{props.detail}</p>
        </div>
      </div>
      <div className="panel-foot">
        <PressButton look="go" onPress={() => go('activity')}>
          {refundWords.openActivity}
        </PressButton>
      </div>
    </section>
  )
}
