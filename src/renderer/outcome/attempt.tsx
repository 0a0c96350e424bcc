import { type ReactNode, useState } from 'react'
import type { Attempt, AttemptEvent } from '../../shared/attempt/attempt'
import { type DecisionOutcome, meaningOf } from '../../shared/attempt/attempt-states'
import type { AttemptView, Decidable } from '../../shared/attempt/payment-standing'
import type { AttemptEvidence } from '../../shared/contract/contract'
import { openAlarms } from '../../shared/refund/refund'
import { isUnderWatch } from '../../shared/refund/watch'
import { call, useAnswer } from '../store/main'
import { notify, useStore } from '../store/store'
import { useNow } from '../ui/hooks'
import { Sentence, SignedAlert } from '../ui/text'
import { eventWords } from '../words/activity'
import {
  attemptAlarmWords,
  attemptReasonWords,
  attemptState,
  outcomeAdvice,
  outcomeSentence,
  outcomeWords,
  refusalAdvice,
} from '../words/states'

export type OpenAlarm = ReturnType<typeof openAlarms>[number]

/** Only a part refund that may have got lost: it can seldom be told from somebody else's (refund-protocol.md 8). */
function needsPersonSoon(attempt: Attempt): boolean {
  const { amount, base, before } = attempt.intent
  return attempt.state === 'unconfirmed' && before.amount !== null && base + amount < before.amount
}

/** Every alarm that nobody has acknowledged, each in a box of its own. */
export function AttemptAlarms(props: {
  readonly attempt: Attempt
  /** What stands in an alarm's box beside its words. */
  readonly inAlarm?: ((alarm: OpenAlarm) => ReactNode) | undefined
}) {
  return openAlarms(props.attempt).map((alarm) => (
    <div key={alarm.number} className="alert alert-no alert-alarm">
      <strong>{attemptAlarmWords(alarm.alarm, props.attempt)}</strong>
      {props.inAlarm?.(alarm)}
    </div>
  ))
}

/** The cashier's sentence, what to do, and why a person must decide where one must. */
export function AttemptWords(props: {
  readonly attempt: AttemptView
  /** Sign, word and amount stand large above: nothing is left for a sentence that only says these. */
  readonly below?: 'head'
}) {
  const { attempt } = props
  return (
    <>
      {(props.below !== 'head' || attempt.state !== 'refunded') && (
        <p>
          <Sentence as="strong" text={outcomeSentence(attempt)} />
        </p>
      )}
      <Sentence as="p" text={outcomeAdvice(attempt)} />
      {attempt.state === 'refused' && <RefusalAdvice message={attempt.refusal?.message ?? ''} />}
      {attempt.forPerson !== null && <p>{attemptReasonWords(attempt.forPerson, attempt)}</p>}
      {needsPersonSoon(attempt) && <p className="fine">{outcomeWords.partNote}</p>}
    </>
  )
}

/** What to do about it, where the service's message says why it refused. */
function RefusalAdvice({ message }: { readonly message: string }) {
  const own = useStore((state) => state.app.advice)
  const advice = refusalAdvice(message, own)
  return advice !== null && <p>{advice}</p>
}

/** What happened, a line of the record each, with this PC's time. */
export function EventSteps(props: {
  readonly events: readonly AttemptEvent[]
  readonly time: (at: number) => string
  readonly className: string
}) {
  return (
    <ol className={`${props.className} stack tight fine`} aria-label={outcomeWords.happened}>
      {props.events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the journal only ever appends
        <li key={index} className="pair line">
          <time className="mono soft">{props.time(event.at)}</time>
          <Sentence as="span" text={eventWords(event)} />
        </li>
      ))}
    </ol>
  )
}

/** An attempt's state in Activity: alarms, sign and word, the cashier's sentence, what to do. */
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

/** Whether a person will have to decide it unless a rule does so before (refund-protocol.md 8 and 9). */
export function waitsForPerson({ state }: Pick<Attempt, 'state'>): boolean {
  return meaningOf(state).decided === 'at_once'
}

/** Whether a check can tell something new about it: it is undecided, or still watched. */
export function canBeChecked({ state, watch }: Pick<Attempt, 'state' | 'watch'>): boolean {
  return meaningOf(state).asked !== 'while_watched' || isUnderWatch(watch)
}

function isOffered({ kind }: Decidable): boolean {
  return kind === 'now' || kind === 'portal'
}

/** Whether a person may say something about it now. */
export function canBeDecided({ decidable }: Pick<AttemptEvidence, 'decidable'>): boolean {
  return isOffered(decidable.refunded) || isOffered(decidable.notRefunded)
}

/** What may be said now: with the portal's word, at once, or not. */
export function decisionOn(decidable: AttemptEvidence['decidable'], to: DecisionOutcome): Decidable {
  return to === 'refunded' ? decidable.refunded : decidable.notRefunded
}

/** Whether there is, or will be, something for a person to say: then the screen says when. */
export function mayBeDecided(evidence: Pick<AttemptEvidence, 'attempt' | 'decidable'>): boolean {
  const { refunded, notRefunded } = evidence.decidable
  return [refunded, notRefunded].some(({ kind }) => kind !== 'no') || waitsForPerson(evidence.attempt)
}

/** The next moment at which a person may decide what they may not decide now, in milliseconds since 1970; null without. */
export function nextDecidableAt({ refunded, notRefunded }: AttemptEvidence['decidable']): number | null {
  const ends = [refunded, notRefunded].flatMap((each: Decidable) =>
    each.kind === 'wait' ? [Date.parse(each.until)] : [],
  )
  return ends.length === 0 ? null : Math.min(...ends)
}

/** How many seconds ago a wait was over; 0 before. Both clocks are this PC's, but main counts its own way: it is asked until it agrees. */
function useSecondsOver(moment: number | null): number {
  const now = useNow(moment !== null)
  return moment === null ? 0 : Math.max(0, Math.ceil((now - moment) / 1000))
}

/** An attempt's evidence, read again whenever an attempt changes in main or a wait is over; null until it has come. */
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
