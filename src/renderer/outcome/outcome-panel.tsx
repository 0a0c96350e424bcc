import { useState } from 'react'
import type { Attempt, AttemptEvent } from '../../shared/attempt'
import { type AttemptState, isOnItsWay } from '../../shared/attempt-states'
import type { Fault, FaultOf } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/money'
import type { AttemptView } from '../../shared/payment-standing'
import { paymentStates } from '../../shared/payment-state'
import { unreachable } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import type { NeededSupervisor } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { clockSeconds } from '../ui/clock'
import { Folded, PressButton, ScrollBody, TextInput } from '../ui/controls'
import { useFocusOnShow, useNow } from '../ui/hooks'
import { Foreign, Sentence, useFaultNow } from '../ui/text'
import { eventWords } from '../words/activity'
import { asSentence } from '../words/common'
import { supervisorWords } from '../words/counter'
import { explainFault } from '../words/faults'
import { stateNames } from '../words/receipt'
import { attemptMoney, attemptState, outcomeWords, sayToCustomer, slipWords } from '../words/states'
import { AttemptAlarms, AttemptWords, useEvidence } from './attempt'
import {
  BeforeAndNow,
  CustomerLine,
  NextCheck,
  type Outcome,
  OutcomeButtons,
  OutcomeHead,
  useTakesPresses,
} from './frame'

/** The five outcomes, told apart by the panel's ground (outcome.css). */
type Ground = 'refunded' | 'probably' | 'unconfirmed' | 'not_sent' | 'not_refunded'

function groundOf(state: AttemptState): Ground {
  switch (state) {
    case 'refunded':
      return 'refunded'
    case 'refunded_probably':
      return 'probably'
    case 'refusal_seen':
    case 'refused':
    case 'not_refunded':
      return 'not_refunded'
    case 'not_sent':
      return 'not_sent'
    case 'sending':
    case 'unconfirmed':
      return 'unconfirmed'
    default:
      return unreachable(state)
  }
}

/** What came of a refund; it changes on screen when main learns more (architecture.md, "What the cashier reads"). */
export function OutcomePanel(props: Outcome) {
  const { attempt } = props
  // A page that was loaded again meanwhile.
  return isOnItsWay(attempt.state) ? (
    <SendingPanel amount={attemptMoney(attempt)} attempt={attempt} />
  ) : (
    <SettledPanel {...props} />
  )
}

function SettledPanel(props: Outcome) {
  const { attempt } = props
  const ref = useFocusOnShow<HTMLElement>(`${attempt.intent.marker} ${attempt.state}`)
  const said = sayToCustomer(attempt)
  return (
    <section
      className="panel outcome"
      data-ground={groundOf(attempt.state)}
      aria-label={outcomeWords.region}
      tabIndex={-1}
      ref={ref}
    >
      <ScrollBody className="panel-body">
        <OutcomeHead state={attemptState(attempt.state)} money={attemptMoney(attempt)} />
        <AttemptAlarms attempt={attempt} />
        <div className="outcome-said">
          <AttemptWords attempt={attempt} below="head" />
          <NextCheck attempt={attempt} />
          {attempt.state !== 'unconfirmed' && (
            <p className="mono marker">
              <Foreign text={attempt.intent.marker} />
            </p>
          )}
        </div>
        {said !== null && <CustomerLine words={said} />}
        <Happened attempt={attempt} />
      </ScrollBody>
      <OutcomeButtons {...props} />
    </section>
  )
}

/** What happened, step by step, for whoever wants to know. */
function Happened(props: { readonly attempt: AttemptView }) {
  return (
    <Folded name={outcomeWords.happened}>
      <Events marker={props.attempt.intent.marker} />
    </Folded>
  )
}

function Events(props: { readonly marker: string }) {
  const { evidence } = useEvidence(props.marker)
  return evidence !== null && <EventLines events={evidence.events} />
}

/** Each step with this PC's time. */
function EventLines(props: { readonly events: readonly AttemptEvent[] }) {
  return (
    <ol className="steps" aria-label={outcomeWords.happened}>
      {props.events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the journal only ever appends
        <li key={index}>
          <time className="mono">{clockSeconds(event.at)}</time>
          <span>
            <Sentence text={eventWords(event)} />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** So long nobody needs to be told that an answer takes its time, and no answer is waited for longer (exchange.ts), in seconds. */
const soon = 3
const longest = 60

type SendingStep = (typeof outcomeWords.steps)[number]

/** Sent is sent: what is waited for is the answer. */
function stepWords(step: SendingStep, index: number, at: number): string {
  return index < at || (index === outcomeWords.steps.length - 1 && index === at) ? step.done : step.now
}

/** While a refund is on its way: steps, seconds, no button, no way out. */
export function SendingPanel(props: { readonly amount: Money; readonly attempt: Attempt | null }) {
  const { amount, attempt } = props
  const ref = useFocusOnShow<HTMLElement>('sending')
  const at = attempt === null ? 0 : 1
  return (
    <section
      className="panel outcome"
      data-ground="sending"
      aria-label={outcomeWords.sendingRegion}
      aria-busy="true"
      tabIndex={-1}
      ref={ref}
    >
      <div className="panel-body">
        <OutcomeHead state={{ sign: '…', word: outcomeWords.sendingTitle }} money={amount} />
        <p>{outcomeWords.waitAdvice}</p>
        <ol className="sending-steps">
          {outcomeWords.steps.map((step, index) => (
            <li
              key={step.now}
              data-step={index < at ? 'done' : index === at ? 'now' : 'later'}
              aria-current={index === at ? 'step' : undefined}
            >
              <span aria-hidden="true" className="mono">
                {index < at ? '✓' : index === at ? '…' : ' '}
              </span>
              {stepWords(step, index, at)}
            </li>
          ))}
        </ol>
        <Waited key={at} />
        {attempt !== null && (
          <p className="soft">
            {slipWords.marker}{' '}
            <span className="mono marker">
              <Foreign text={attempt.intent.marker} />
            </span>
          </p>
        )}
      </div>
    </section>
  )
}

/** How long it has taken, once that is worth a word. Not read aloud: it changes each second. */
function Waited() {
  const [since] = useState(() => Date.now())
  const seconds = Math.floor((useNow() - since) / 1000)
  return (
    <p className="waited" aria-live="off">
      {seconds >= soon && outcomeWords.waiting(Math.min(seconds, longest), longest)}
    </p>
  )
}

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

/** A supervisor allows the refund that was stopped, by name and PIN; then it is sent as it was confirmed. */
export function SupervisorForm(props: {
  /** Who was named last, with a PIN that was wrong. */
  readonly name: string
  readonly submit: string
}) {
  const confirmWithSupervisor = useStore((state) => state.confirmWithSupervisor)
  const [name, setName] = useState(props.name)
  const [pin, setPin] = useState('')
  const send = () => {
    setPin('')
    void confirmWithSupervisor({ pin, name })
  }
  return (
    <div className="form">
      <TextInput label={supervisorWords.name} value={name} onChange={setName} maxLength={80} />
      <TextInput
        label={supervisorWords.pin}
        kind="password"
        numeric
        value={pin}
        onChange={setPin}
        maxLength={64}
      />
      <PressButton look="go" confirms disabled={name.trim() === '' || pin === ''} onPress={send}>
        {props.submit}
      </PressButton>
    </div>
  )
}
