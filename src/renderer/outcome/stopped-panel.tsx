import type { Fault, FaultOf } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/money'
import { paymentStates } from '../../shared/payment-state'
import type { Transaction } from '../../shared/transaction'
import type { NeededSupervisor } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { useFaultNow } from '../ui/fault-explained'
import { ScrollBody } from '../ui/scroll-body'
import { Sentence } from '../ui/text'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { asSentence } from '../words/common'
import { explainFault } from '../words/faults'
import { stateNames } from '../words/receipt'
import { attemptState } from '../words/state-words'
import { outcomeWords } from '../words/states'
import { BeforeAndNow } from './before-and-now'
import { CustomerLine } from './customer-line'
import { useTakesPresses } from './frame'
import { OutcomeHead } from './outcome-head'
import { SupervisorForm } from './supervisor-form'

function Changes(props: { readonly fault: FaultOf<'transaction_changed'> }) {
  const rows = props.fault.changes.map(({ field, was, now }) => ({
    name: outcomeWords.changed[field],
    was: field === 'status' ? statusName(was) : was,
    now: field === 'status' ? statusName(now) : now,
  }))
  return <BeforeAndNow heads={outcomeWords} rows={rows} />
}

/** A status that interface.md names in our words, any other in its own. */
function statusName(status: string): string {
  const known = paymentStates.find((state) => state === status)
  return known === undefined ? status : stateNames[known]
}

/** Trying again would be stopped again: something else has to happen first. */
function isFinal({ kind }: Fault): boolean {
  return (
    kind === 'refunded_elsewhere' ||
    kind === 'refund_blocked' ||
    kind === 'payment_locked' ||
    kind === 'refunds_off'
  )
}

function StoppedButtons(props: { readonly fault: Fault; readonly supervisorFor: NeededSupervisor | null }) {
  const { fault } = props
  const marker = fault.kind === 'undecided' ? fault.marker : (props.supervisorFor?.marker ?? null)
  const tryAgain = useStore((state) => state.tryAgain)
  const takes = useTakesPresses()
  const leaveRefund = useStore((state) => state.leaveRefund)
  const openAttempt = useStore((state) => state.openAttempt)
  return (
    <div className="panel-foot button-grid outcome-foot">
      <PressButton look={isFinal(fault) ? 'go' : 'plain'} disabled={!takes} onPress={leaveRefund}>
        {fault.kind === 'refunded_elsewhere' ? outcomeWords.showReceipt : outcomeWords.backToRefund}
      </PressButton>
      {marker !== null ? (
        <PressButton disabled={!takes} onPress={() => openAttempt(marker)}>
          {outcomeWords.evidence}
        </PressButton>
      ) : isFinal(fault) ? null : (
        <PressButton look="go" disabled={!takes} onPress={() => void tryAgain()}>
          {outcomeWords.tryAgain}
        </PressButton>
      )}
    </div>
  )
}

function refundedOf({ refunded, currency }: Transaction): Money | null {
  return refunded === null ? null : { hundredths: refunded, currency }
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
  const { title, meaning, next } = explainFault(useFaultNow(fault))
  const elsewhere = fault.kind === 'refunded_elsewhere' ? refundedOf(fault.record) : null
  const said = elsewhere !== null ? [meaning, next] : [asSentence(title), meaning, next]
  return (
    <section
      className="panel outcome"
      data-ground="not_sent"
      aria-label={outcomeWords.region}
      tabIndex={-1}
      ref={ref}
    >
      <ScrollBody className="panel-body">
        <OutcomeHead
          state={elsewhere === null ? attemptState('not_sent') : outcomeWords.elsewhere}
          money={elsewhere ?? amount}
        />
        <div className="outcome-said">
          {supervisorFor === null && elsewhere === null && (
            <p>
              <strong>{isFinal(fault) ? outcomeWords.stoppedForGood : outcomeWords.stoppedSentence}</strong>
            </p>
          )}
          {said.map((sentence) => (
            <p key={sentence}>
              <Sentence text={sentence} />
            </p>
          ))}
        </div>
        <CustomerLine
          words={elsewhere === null ? outcomeWords.stoppedForCustomer : outcomeWords.elsewhereForCustomer}
        />
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
