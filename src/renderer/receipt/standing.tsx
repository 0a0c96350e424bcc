import { maySettleByItself } from '../../shared/attempt/attempt-states'
import type { AttemptView, Lock, Stale } from '../../shared/attempt/payment-standing'
import type { ShownTransaction } from '../../shared/contract/contract'
import { formatMoney } from '../../shared/payment/money'
import { openAlarms } from '../../shared/refund/refund'
import { askRelease, openAttempt, openDialog } from '../actions/navigation'
import { AttemptAlarms } from '../outcome/attempt'
import { BeforeAndNow, CountDown, NextCheck } from '../outcome/frame'
import { AcceptLowerDialog } from '../people/dialogs'
import { clockMoment } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { WhileOpen } from '../ui/dialog'
import { Sentence, SignedAlert } from '../ui/text'
import { lockWords, staleWords } from '../words/counter'
import { fieldName } from '../words/receipt'
import { attemptMoney, attemptReasonWords, attemptState, outcomeWords, slipWords } from '../words/states'

const moment = (at: number | string) => clockMoment(at, Date.now())

const doubt = attemptState('unconfirmed')

/** Whether nothing but a person's word ends it. */
function waitsForPerson({ state, forPerson, elsewhere }: AttemptView): boolean {
  return forPerson !== null || elsewhere || !maySettleByItself(state)
}

function LockingAttempt({ attempt }: { readonly attempt: AttemptView }) {
  const { marker, cashier } = attempt.intent
  // What was refused had its answer: it is locked for what moved since.
  const movedSince = openAlarms(attempt).some(({ alarm }) => alarm === 'moved_after_refusal')
  const which = movedSince ? lockWords.refused : lockWords.which
  return (
    <>
      <AttemptAlarms attempt={attempt} />
      <SignedAlert state={doubt} heading={<h2>{lockWords.title}</h2>}>
        <p>
          <Sentence
            text={which(formatMoney(attemptMoney(attempt)), moment(attempt.createdAt), cashier?.name ?? '')}
          />
        </p>
        <p>
          <strong>{lockWords.doNotRefund}</strong>
        </p>
        <p>{waitsForPerson(attempt) ? lockWords.supervisor : lockWords.checking}</p>
        {attempt.forPerson !== null && <p>{attemptReasonWords(attempt.forPerson, attempt)}</p>}
        <NextCheck attempt={attempt} />
        <p className="soft">
          {slipWords.marker} <Sentence text={marker} />
        </p>
      </SignedAlert>
      <PressButton onPress={() => openAttempt(marker)}>{outcomeWords.evidence}</PressButton>
    </>
  )
}

function lockMeaning(lock: Exclude<Lock, { kind: 'attempt' }>, currency: string): string {
  if (lock.kind === 'unread') return lockWords.unread(lock.marker)
  return lockWords.returned(formatMoney({ hundredths: lock.refunded, currency }), moment(lock.since))
}

/** A lock that no refund of this record holds: only a supervisor ends it. */
function LockingLine(props: {
  readonly lock: Exclude<Lock, { kind: 'attempt' }>
  readonly currency: string
}) {
  const { lock, currency } = props
  return (
    <SignedAlert state={doubt} heading={<h2>{lockWords.title}</h2>}>
      <Sentence as="p" text={lockMeaning(lock, currency)} />
      <p>
        <strong>{lockWords.doNotRefund}</strong>
      </p>
      <PressButton onPress={() => askRelease(lock.line)}>{lockWords.release}</PressButton>
    </SignedAlert>
  )
}

/** Why nothing may be refunded on the payment on screen: which refund locks it, of this record or an earlier one. */
export function PaymentLock({ shown, lock }: { readonly shown: ShownTransaction; readonly lock: Lock }) {
  return lock.kind === 'attempt' ? (
    <LockingAttempt attempt={lock.attempt} />
  ) : (
    <LockingLine lock={lock} currency={shown.record.currency} />
  )
}

/** The service says less than before: what, since when, and how it ends (refund-protocol.md 2). */
export function StaleAnswer({ shown, stale }: { readonly shown: ShownTransaction; readonly stale: Stale }) {
  const money = (hundredths: number) => formatMoney({ hundredths, currency: shown.record.currency })
  return (
    <>
      <div className="alert alert-wait">
        <h2>{staleWords.title}</h2>
        <p>
          {staleWords.lower} {staleWords.since(moment(stale.since))}
        </p>
        <p>
          <strong>{lockWords.doNotRefund}</strong>
        </p>
        <BeforeAndNow
          rows={[{ name: fieldName('refunded'), was: money(stale.was), now: money(stale.now) }]}
        />
        {stale.nextCheckAt !== null && <CountDown to={stale.nextCheckAt} says={staleWords.next} />}
        <p>{staleWords.when[stale.accept]}</p>
        {stale.missing.length > 0 && <Sentence as="p" text={staleWords.missing(stale.missing)} />}
        {stale.accept === 'now' && (
          <PressButton onPress={() => openDialog('accept_lower')}>{staleWords.accept}</PressButton>
        )}
      </div>
      {stale.accept === 'now' && (
        <WhileOpen dialog="accept_lower">
          <AcceptLowerDialog shown={shown} stale={stale} />
        </WhileOpen>
      )}
    </>
  )
}
