import type { ReactNode } from 'react'
import type { Attempt } from '../../shared/attempt'
import { openAlarms } from '../../shared/refund'
import { Sentence } from '../ui/text'
import { attemptState } from '../words/state-words'
import {
  attemptAlarmWords,
  attemptReasonWords,
  outcomeAdvice,
  outcomeSentence,
  partRefundNote,
} from '../words/states'

export type OpenAlarm = ReturnType<typeof openAlarms>[number]

/** Only a part refund that may have got lost: the service says nothing that would tell it apart. */
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
  readonly attempt: Attempt
  /** Sign, word and amount stand large above: nothing is left for a sentence that only says these. */
  readonly below?: 'head'
}) {
  const { attempt } = props
  return (
    <>
      {(props.below !== 'head' || attempt.state !== 'refunded') && (
        <p>
          <strong>
            <Sentence text={outcomeSentence(attempt)} />
          </strong>
        </p>
      )}
      <p>
        <Sentence text={outcomeAdvice(attempt)} />
      </p>
      {attempt.forPerson !== null && <p>{attemptReasonWords(attempt.forPerson, attempt)}</p>}
      {needsPersonSoon(attempt) && <p className="fine">{partRefundNote}</p>}
    </>
  )
}

/** An attempt's state in Activity: alarms, sign and word, the cashier's sentence, what to do. */
export function AttemptAlert(props: {
  readonly attempt: Attempt
  readonly heading?: ReactNode
  readonly inAlarm?: (alarm: OpenAlarm) => ReactNode
  readonly children?: ReactNode
}) {
  const { attempt } = props
  const state = attemptState(attempt.state)
  return (
    <>
      <AttemptAlarms attempt={attempt} inAlarm={props.inAlarm} />
      <div className={`alert alert-${state.tone}`}>
        <div className="alert-head">
          <span aria-hidden="true" className="alert-sign">
            {state.sign}
          </span>
          {props.heading ?? <h3>{state.word}</h3>}
        </div>
        <AttemptWords attempt={attempt} />
        {props.children}
      </div>
    </>
  )
}
