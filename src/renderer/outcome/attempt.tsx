import { type ReactNode, useState } from 'react'
import type { Attempt, AttemptEvent } from '../../shared/attempt/attempt'
import { type DecisionOutcome, meaningOf } from '../../shared/attempt/attempt-states'
import type { AttemptView, Decidable } from '../../shared/attempt/payment-standing'
import type { AttemptEvidence } from '../../shared/contract/contract'
import { beliedBy, openAlarms } from '../../shared/refund/refund'
import { isUnderWatch } from '../../shared/refund/watch'
import { openAttempt } from '../actions/navigation'
import { call, useAnswer } from '../store/main'
import { notify, useStore } from '../store/store'
import { clockMoment, useNow } from '../ui/hooks'
import { Amount, SignedAlert, StateTag, StrongLine, Text, UntrustedText } from '../ui/text'
import { eventWords } from '../words/activity'
import {
  alarmState,
  attemptMoney,
  attemptReasonWords,
  attemptState,
  listedState,
  outcomeAdvice,
  outcomeSentence,
  refusalAdvice,
} from '../words/refund'
import { words } from '../words/words'

export type OpenAlarm = ReturnType<typeof openAlarms>[number]

/** A lost part refund can rarely be told from another till's (refund-protocol.md 8). */
function needsPersonSoon(attempt: Attempt): boolean {
  const { amount, base, before } = attempt.intent
  return attempt.state === 'unconfirmed' && before.amount !== null && base + amount < before.amount
}

export function AttemptAlarms(props: {
  readonly attempt: Attempt
  /** Returns what to add to an alarm's box. */
  readonly inAlarm?: ((alarm: OpenAlarm) => ReactNode) | undefined
}) {
  return openAlarms(props.attempt).map((alarm) => (
    <div key={alarm.number} className="alert alert-no">
      <strong>{words.alarms[alarm.alarm]}</strong>
      {props.inAlarm?.(alarm)}
    </div>
  ))
}

/** The cashier's sentence, the advice, and why a person must decide. */
export function AttemptWords(props: {
  readonly attempt: AttemptView
  /** Below the outcome's head, omit the sentence that only repeats it. */
  readonly below?: 'head'
}) {
  const { attempt } = props
  const repeatsHead = attempt.state === 'refunded' || attempt.state === 'not_sent'
  const belied = beliedBy(attempt)
  // Its sentence and its advice would be wrong. An open alarm stands above.
  if (belied !== null)
    return (
      !openAlarms(attempt).some(({ alarm }) => alarm === belied) && <StrongLine text={words.alarms[belied]} />
    )
  return (
    <>
      {(props.below !== 'head' || !repeatsHead) && <StrongLine text={outcomeSentence(attempt)} />}
      <Text as="p" text={outcomeAdvice(attempt)} />
      {attempt.state === 'refused' && <RefusalAdvice message={attempt.refusal?.message ?? ''} />}
      {attempt.forPerson !== null && <p>{attemptReasonWords(attempt.forPerson, attempt)}</p>}
      {needsPersonSoon(attempt) && <p className="fine">{words.outcome.partNote}</p>}
    </>
  )
}

/** What to do about a refusal whose message is known. */
function RefusalAdvice({ message }: { readonly message: string }) {
  const own = useStore((state) => state.app.advice)
  const advice = refusalAdvice(message, own)
  return advice !== null && <UntrustedText as="p" text={advice} />
}

export function EventSteps(props: {
  readonly events: readonly AttemptEvent[]
  readonly time: (at: number) => string
  readonly className: string
}) {
  return (
    <ol className={`${props.className} stack tight fine`} aria-label={words.outcome.happened}>
      {props.events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the journal only ever appends
        <li key={index} className="pair line">
          <time className="mono soft">{props.time(event.at)}</time>
          <Text as="span" text={eventWords(event)} />
        </li>
      ))}
    </ol>
  )
}

/** A refund in a short list, with the receipt's code where no receipt is on screen. A press opens it in Activity. */
export function AttemptLine(props: { readonly attempt: Attempt; readonly withCode?: boolean }) {
  const { attempt, withCode = false } = props
  const { marker, cashier, foundBy } = attempt.intent
  return (
    <li>
      <button type="button" className="line-button" onClick={() => openAttempt(marker)}>
        <span>{clockMoment(attempt.createdAt)}</span>
        <Amount money={attemptMoney(attempt)} />
        <UntrustedText
          as="small"
          text={[withCode ? foundBy.code : '', cashier?.name ?? ''].filter((text) => text !== '').join(' · ')}
        />
        <StateTag state={openAlarms(attempt).length > 0 ? alarmState : listedState(attempt.state)} />
      </button>
    </li>
  )
}

export function AttemptAlert(props: {
  readonly attempt: AttemptView
  readonly inAlarm?: (alarm: OpenAlarm) => ReactNode
  readonly children?: ReactNode
}) {
  const { attempt } = props
  const state = attemptState(attempt.state)
  return (
    <>
      <AttemptAlarms attempt={attempt} inAlarm={props.inAlarm} />
      <SignedAlert state={state} heading={<h3>{state.word}</h3>}>
        <AttemptWords attempt={attempt} />
        {props.children}
      </SignedAlert>
    </>
  )
}

/** Whether a check could still change it. */
export function canBeChecked({ state, watch }: Pick<Attempt, 'state' | 'watch'>): boolean {
  return meaningOf(state).asked !== 'while_watched' || isUnderWatch(watch)
}

/** Whether a person can decide it now, by a show or by the portal. */
export function canBeDecided({ decidable }: Pick<AttemptEvidence, 'decidable'>): boolean {
  return Object.values(decidable).some(({ kind }) => kind === 'now' || kind === 'portal')
}

export function decisionOn(decidable: AttemptEvidence['decidable'], to: DecisionOutcome): Decidable {
  return to === 'refunded' ? decidable.refunded : decidable.notRefunded
}

/** Whether a person can decide it now or later, unless a rule does so first (refund-protocol.md 8 and 9). */
export function mayBeDecided({
  attempt,
  decidable,
}: Pick<AttemptEvidence, 'attempt' | 'decidable'>): boolean {
  const isOpen = Object.values(decidable).some(({ kind }) => kind !== 'no')
  return isOpen || meaningOf(attempt.state).decided === 'at_once'
}

/** Returns when a person can next decide something, in milliseconds since 1970; null when nothing is waited for. */
export function nextDecidableAt(decidable: AttemptEvidence['decidable']): number | null {
  const ends = Object.values(decidable).flatMap((each) =>
    each.kind === 'wait' ? [Date.parse(each.until)] : [],
  )
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Returns how many seconds ago a wait ended; 0 before. Main counts running time, so it is asked until it agrees. */
function useSecondsOver(moment: number | null): number {
  const now = useNow(moment !== null)
  return moment === null ? 0 : Math.max(0, Math.ceil((now - moment) / 1000))
}

/** Returns an attempt's evidence, reloaded on changes and when a wait ends; null until loaded. */
export function useEvidence(marker: string): {
  readonly evidence: AttemptEvidence | null
  readonly show: (evidence: AttemptEvidence) => void
} {
  const changed = useStore((state) => state.attemptsChanged)
  const [evidence, show] = useState<AttemptEvidence | null>(null)
  const over = useSecondsOver(evidence === null ? null : nextDecidableAt(evidence.decidable))
  useAnswer(
    [marker, changed, over],
    () => call('activity:open', { marker }),
    (answer) => {
      if (answer.ok) show(answer.value)
      else notify({ kind: 'fault', fault: answer.fault })
    },
  )
  return { evidence: evidence?.attempt.intent.marker === marker ? evidence : null, show }
}
