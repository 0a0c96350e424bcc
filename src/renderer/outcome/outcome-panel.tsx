import type { Attempt } from '../../shared/attempt/attempt'
import { type AttemptState, isOnItsWay } from '../../shared/attempt/attempt-states'
import { isolatedText } from '../../shared/base/text'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { Fault, FaultOf } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/payment/money'
import { paymentStates } from '../../shared/payment/refund-rules'
import { beliedBy, isUndecided, openAlarms } from '../../shared/refund/refund'
import { lookUpAgain, nextCustomer, tryAgain } from '../actions/lookups'
import { go, openAttempt } from '../actions/navigation'
import { putOnPaper } from '../actions/paper'
import { leaveRefund, showReceipt } from '../actions/refunds'
import { ask } from '../store/main'
import { type CounterAt, storeIdOf } from '../store/store'
import { TransactionBarcode } from '../ui/barcode'
import { Folded } from '../ui/controls'
import { clockSeconds, exactMoment, useSecondsSince } from '../ui/hooks'
import { PaperFoot, PracticeMark, TakenElsewhere, TillName } from '../ui/paper-origin'
import {
  Amount,
  type Fact,
  Facts,
  paperLines,
  StateTag,
  StrongLine,
  Text,
  UntrustedText,
  useFaultNow,
} from '../ui/text'
import { asSentence } from '../words/common'
import { explainFault, isAboutEarlier } from '../words/faults'
import { fieldName, stateNames } from '../words/receipt'
import { attemptMoney, attemptState, reasonWords, sayToCustomer } from '../words/refund'
import { words } from '../words/words'
import { AttemptAlarms, AttemptWords, EventSteps, useEvidence } from './attempt'
import { BeforeAndNow, CustomerLine, NextCheck, OutcomeFrame, type Step } from './frame'

type Outcome = Omit<CounterAt<'outcome'>, 'at'>

const grounds = {
  sending: 'unconfirmed',
  refunded: 'refunded',
  refunded_probably: 'probably',
  unconfirmed: 'unconfirmed',
  refusal_seen: 'not_refunded',
  refused: 'not_refunded',
  not_refunded: 'not_refunded',
  not_sent: 'not_sent',
} as const satisfies Record<AttemptState, string>

/** Returns the next steps. A refund can be retried only once its failure is certain. */
function stepsAfter({ attempt, shown, storeId }: Outcome): readonly Step[] {
  const content = { subject: 'outcome', attempt, storeId } as const
  const alarmed = openAlarms(attempt).length > 0 || beliedBy(attempt) !== null
  const next: Step = { name: words.outcome.nextCustomer, press: nextCustomer }
  const print = { name: words.outcome.printForCustomer, press: () => putOnPaper(content, 'print') }
  const show = shown === null ? () => void lookUpAgain() : showReceipt
  const { marker } = attempt.intent
  const open = (name: string): Step => ({ name, press: () => openAttempt(marker) })
  const again: Step = { name: words.outcome.tryAgain, press: () => void tryAgain(), look: 'go' }
  switch (attempt.state) {
    case 'sending':
      return []
    case 'refunded':
      if (alarmed) return [next, open(words.outcome.supervisor)]
      return attempt.slips === 0
        ? [{ name: words.outcome.showReceipt, press: show }, next, { ...print, look: 'go' }]
        : [
            { name: words.outcome.showReceipt, press: show },
            { ...next, look: 'go' },
          ]
    case 'not_sent':
    case 'refused':
    case 'not_refunded':
      return [next, alarmed ? open(words.outcome.supervisor) : again]
    case 'refusal_seen':
      return [open(words.outcome.evidence), next]
    case 'unconfirmed':
    case 'refunded_probably':
      return [
        // Its result arrives as a change event.
        { name: words.outcome.checkNow, press: () => void ask('activity:check', { marker }) },
        next,
        open(words.outcome.supervisor),
        { ...print, look: 'wait' },
      ]
  }
}

/** The outcome of a refund, updated as main learns more (architecture.md, "What the cashier reads"). */
export function OutcomePanel(props: Outcome) {
  const { attempt } = props
  if (isOnItsWay(attempt.state)) return <SendingPanel amount={attemptMoney(attempt)} attempt={attempt} />
  const said = sayToCustomer(attempt)
  return (
    <OutcomeFrame
      ground={grounds[attempt.state]}
      state={attemptState(attempt.state)}
      money={attemptMoney(attempt)}
      occasion={`${attempt.intent.marker} ${attempt.state}`}
      steps={stepsAfter(props)}
    >
      <AttemptAlarms attempt={attempt} />
      <div className="stack">
        <AttemptWords attempt={attempt} below="head" />
        <NextCheck attempt={attempt} />
        {isUndecided(attempt.state) && (
          <strong>
            <Text text={words.news.receipt(isolatedText(attempt.intent.foundBy.code))} />
          </strong>
        )}
        <UntrustedText as="p" className="mono fine marker whole" text={attempt.intent.marker} />
      </div>
      {said !== null && <CustomerLine words={said} />}
      <Folded name={words.outcome.happened}>
        <Events marker={attempt.intent.marker} />
      </Folded>
    </OutcomeFrame>
  )
}

function Events(props: { readonly marker: string }) {
  const { evidence } = useEvidence(props.marker)
  return evidence === null ? null : (
    <EventSteps className="steps" events={evidence.events} time={clockSeconds} />
  )
}

/** In seconds: when to mention the wait, and the longest wait for an answer (exchange.ts). */
const minMentionedS = 3
const maxWaitS = 60

/** A refund in flight: steps and seconds, without buttons. */
export function SendingPanel(props: { readonly amount: Money; readonly attempt: Attempt | null }) {
  const { amount, attempt } = props
  const at = attempt === null ? 0 : 1
  // The last step says "sent" while its answer is awaited.
  const { checking, checked, sending, sent } = words.outcome
  const steps = attempt === null ? [checking, sending] : [checked, sent]
  return (
    <OutcomeFrame
      ground="sending"
      state={attemptState('sending')}
      money={amount}
      occasion="sending"
      steps={[]}
    >
      <p>{words.outcome.waitAdvice}</p>
      <ol className="sending-steps stack">
        {steps.map((step, index) => (
          <li
            key={step}
            className="pair"
            data-step={index < at ? 'done' : index === at ? 'now' : 'later'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span aria-hidden="true" className="mono">
              {index < at ? '✓' : index === at ? '…' : ' '}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <Waited step={at} />
      {attempt !== null && (
        <p className="soft">
          {words.outcome.lines.marker}{' '}
          <UntrustedText as="span" className="mono marker" text={attempt.intent.marker} />
        </p>
      )}
    </OutcomeFrame>
  )
}

/** How long it has taken. Not announced: it changes every second. */
function Waited({ step }: { readonly step: number }) {
  const seconds = useSecondsSince(step)
  return (
    <p className="waited" aria-live="off">
      {seconds >= minMentionedS &&
        words.outcome.waiting(String(Math.min(seconds, maxWaitS)), String(maxWaitS))}
    </p>
  )
}

function Changes(props: { readonly fault: FaultOf<'transaction_changed'> }) {
  const rows = props.fault.changes.map(({ field, was, now }) => ({
    name: fieldName(field),
    was: field === 'status' ? statusName(was) : was,
    now: field === 'status' ? statusName(now) : now,
  }))
  return <BeforeAndNow rows={rows} />
}

/** Returns a documented status in words, any other as it came. */
function statusName(status: string): string {
  const known = paymentStates.find((state) => state === status)
  return known === undefined ? status : stateNames[known]
}

/** Whether a retry would be stopped again. */
function isFinal(fault: Fault): boolean {
  return ['refunded_elsewhere', 'refund_blocked', 'refunds_off'].includes(fault.kind) || isAboutEarlier(fault)
}

function stepsWhenStopped(fault: Fault): readonly Step[] {
  const isElsewhere = fault.kind === 'refunded_elsewhere'
  const back: Step = {
    name: isElsewhere ? words.outcome.showReceipt : words.outcome.backToRefund,
    press: leaveRefund,
    look: isFinal(fault) ? 'go' : 'plain',
  }
  if (fault.kind === 'undecided') {
    return [back, { name: words.outcome.evidence, press: () => openAttempt(fault.marker) }]
  }
  if (isFinal(fault)) return [back]
  return [back, { name: words.outcome.tryAgain, press: () => void tryAgain(), look: 'go' }]
}

function stoppedForCustomer(fault: Fault): string {
  if (isAboutEarlier(fault)) return words.outcome.forCustomer.unconfirmed
  const { elsewhereForCustomer, stoppedForCustomer: notSentYet } = words.outcome
  return fault.kind === 'refunded_elsewhere' ? elsewhereForCustomer : notSentYet
}

/** Main stopped the refund before anything was recorded or sent. @param amount of it, or what was refunded elsewhere */
export function StoppedPanel({ amount, fault }: { readonly amount: Money; readonly fault: Fault }) {
  const { title, meaning, next } = explainFault(useFaultNow(fault))
  const isElsewhere = fault.kind === 'refunded_elsewhere'
  const said = isElsewhere ? [meaning, next] : [asSentence(title), meaning, next]
  return (
    <OutcomeFrame
      ground={isElsewhere ? 'elsewhere' : 'not_sent'}
      state={isElsewhere ? { sign: '✓', word: title } : attemptState('not_sent')}
      money={amount}
      occasion={fault}
      steps={stepsWhenStopped(fault)}
    >
      <div className="stack">
        {!isElsewhere && (
          <p>
            <strong>
              {isFinal(fault) ? asSentence(words.states.not_sent) : words.outcome.said.not_sent}
            </strong>
          </p>
        )}
        {said.map((sentence) => (
          <Text as="p" key={sentence} text={sentence} />
        ))}
      </div>
      <CustomerLine words={stoppedForCustomer(fault)} />
      {fault.kind === 'transaction_changed' && <Changes fault={fault} />}
    </OutcomeFrame>
  )
}

function slipLines(attempt: Attempt): readonly Fact[] {
  const { intent } = attempt
  const { amount } = intent.before
  const money = (hundredths: number) => formatMoney({ hundredths, currency: intent.currency })
  const lines: readonly Fact[] = [
    [words.outcome.lines.marker, intent.marker, 'copies'],
    [fieldName('transaction_id'), intent.transactionId, 'copies'],
    [words.outcome.lines.time, exactMoment(attempt.createdAt)],
    [words.outcome.lines.paid, amount === null ? '' : money(amount)],
    [words.outcome.lines.refundedBefore, money(intent.base)],
    [words.outcome.lines.reason, reasonWords(intent.reason)],
    [words.outcome.lines.cashier, intent.cashier?.name ?? ''],
    [words.outcome.lines.allowedBy, intent.allowedBy?.name ?? ''],
  ]
  return lines.filter(([, value]) => value !== '')
}

function SlipHead(props: {
  /** The payment's; '' when unknown. */
  readonly storeId: string
  readonly money: Money
  readonly state: AttemptState
}) {
  return (
    <>
      <TillName />
      <p className="soft fine">{words.outcome.slip}</p>
      <TakenElsewhere storeId={props.storeId} to="screen" />
      <Amount as="p" size="huge" money={props.money} />
      <p>
        <StateTag state={attemptState(props.state)} />
      </p>
    </>
  )
}

/**
 * The refund as the cashier sees it, in place of the receipt, which is outdated now. print/paper.tsx has the customer's
 * slip.
 */
export function OutcomeSlip(props: { readonly attempt: Attempt; readonly storeId: string }) {
  const { attempt, storeId } = props
  const { serviceAddress, transactionId } = attempt.intent
  const isSettledOrLost = attempt.state !== 'sending' && attempt.state !== 'refusal_seen'
  return (
    <div className="paper-place">
      <article className="paper slip" aria-label={words.outcome.slip}>
        <PracticeMark service={serviceAddress} to="screen" />
        <SlipHead storeId={storeId} money={attemptMoney(attempt)} state={attempt.state} />
        <Facts className={paperLines} rows={slipLines(attempt)} />
        {transactionId !== '' && <TransactionBarcode id={transactionId} to="screen" />}
      </article>
      {isSettledOrLost && <PaperFoot content={{ subject: 'outcome', ...props }} />}
    </div>
  )
}

/** Leaves out the receipt, which may be outdated. */
export function BrokenSlip({ shown, amount }: { readonly shown: ShownTransaction; readonly amount: Money }) {
  return (
    <div className="paper-place">
      <article className="paper slip" aria-label={words.outcome.slip}>
        <SlipHead storeId={storeIdOf(shown)} money={amount} state="unconfirmed" />
        <Facts className={paperLines} rows={[[words.receipt.code, shown.code]]} />
      </article>
    </div>
  )
}

/** Tillside failed: only the journal knows whether anything was sent. */
export function BrokenPanel(props: { readonly amount: Money; readonly detail: string }) {
  return (
    <OutcomeFrame
      ground="unconfirmed"
      state={attemptState('unconfirmed')}
      money={props.amount}
      occasion="broken"
      steps={[
        { name: words.outcome.nextCustomer, press: nextCustomer },
        { name: words.refund.openActivity, press: () => go('activity') },
      ]}
    >
      <div className="stack">
        <StrongLine text={words.outcome.brokenSentence(formatMoney(props.amount))} />
        <p>{words.outcome.brokenNext}</p>
      </div>
      <Folded name={words.outcome.supportDetails}>
        <UntrustedText as="p" className="fine mono" text={props.detail} />
      </Folded>
    </OutcomeFrame>
  )
}
