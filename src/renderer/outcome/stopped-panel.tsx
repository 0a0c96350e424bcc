import type { Fault, FaultOf } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/money'
import type { NeededSupervisor } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { BigMoney } from '../ui/big-money'
import { PressButton } from '../ui/press-button'
import { ScrollBody } from '../ui/scroll-body'
import { Sentence } from '../ui/sentence'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { explainFault } from '../words/fault-words'
import { outcomeWords } from '../words/outcome-words'
import { asSentence } from '../words/service-says'
import { BeforeAndNow } from './before-and-now'
import { SupervisorForm } from './supervisor-form'

function Changes(props: { readonly fault: FaultOf<'transaction_changed'> }) {
  const rows = props.fault.changes.map(({ field, ...both }) => ({
    name: outcomeWords.changed[field],
    ...both,
  }))
  return <BeforeAndNow heads={outcomeWords} rows={rows} />
}

function StoppedButtons(props: { readonly fault: Fault; readonly supervisorFor: NeededSupervisor | null }) {
  const { fault } = props
  const marker = fault.kind === 'undecided' ? fault.marker : (props.supervisorFor?.marker ?? null)
  const lookUpAgain = useStore((state) => state.lookUpAgain)
  const leaveRefund = useStore((state) => state.leaveRefund)
  const openAttempt = useStore((state) => state.openAttempt)
  return (
    <div className="panel-foot button-grid">
      <PressButton onPress={leaveRefund}>{outcomeWords.backToRefund}</PressButton>
      {marker !== null ? (
        <PressButton look={fault.kind === 'undecided' ? 'go' : 'plain'} onPress={() => openAttempt(marker)}>
          {outcomeWords.evidence}
        </PressButton>
      ) : (
        <PressButton look="go" onPress={() => void lookUpAgain()}>
          {outcomeWords.tryAgain}
        </PressButton>
      )}
    </div>
  )
}

/** Main stopped before anything was written down or sent. */
export function StoppedPanel(props: {
  readonly amount: Money
  readonly fault: Fault
  /** The earlier refund because of which a supervisor must allow this one; null where none must. */
  readonly supervisorFor: NeededSupervisor | null
}) {
  const { amount, fault, supervisorFor } = props
  const ref = useFocusOnShow<HTMLElement>(fault)
  const { title, meaning, next } = explainFault(fault)
  return (
    <section className="panel" aria-label={outcomeWords.region} tabIndex={-1} ref={ref}>
      <ScrollBody className="panel-body">
        <div className="alert alert-wait">
          <div className="alert-head">
            <span aria-hidden="true" className="alert-sign">
              ○
            </span>
            <h2>{outcomeWords.stopped}</h2>
          </div>
          <p className="refundable-amount mono">
            <BigMoney text={formatMoney(amount)} />
          </p>
          {supervisorFor === null && (
            <p>
              <strong>{outcomeWords.stoppedSentence}</strong>
            </p>
          )}
          {[asSentence(title), meaning, next].map((sentence) => (
            <p key={sentence}>
              <Sentence text={sentence} />
            </p>
          ))}
        </div>
        {fault.kind === 'transaction_changed' && <Changes fault={fault} />}
        {supervisorFor !== null && (
          <SupervisorForm
            name={supervisorFor.name}
            submit={outcomeWords.withSupervisor(formatMoney(amount))}
          />
        )}
      </ScrollBody>
      <StoppedButtons fault={fault} supervisorFor={supervisorFor} />
    </section>
  )
}
