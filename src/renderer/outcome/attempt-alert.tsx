import type { ReactNode } from 'react'
import type { Attempt } from '../../shared/attempt'
import { WholeMarkers } from '../ui/whole-markers'
import {
  alarmWords,
  outcomeAdvice,
  outcomeSentence,
  partRefundNote,
  personReasonWords,
} from '../words/outcome-words'
import { attemptState } from '../words/state-words'

/** Only a part refund that may have got lost: the service says nothing that would tell it apart. */
function needsPersonSoon(attempt: Attempt): boolean {
  const { amount, mark, before } = attempt.intent
  return attempt.state === 'unconfirmed' && before.amount !== null && mark + amount < before.amount
}

/** An attempt's state, large: sign and word, the cashier's sentence, what to do, alarms. */
export function AttemptAlert(props: {
  readonly attempt: Attempt
  readonly heading?: ReactNode
  readonly children?: ReactNode
}) {
  const { attempt } = props
  const state = attemptState(attempt.state)
  return (
    <>
      {attempt.alarm !== null && (
        <div className="alert alert-no alert-alarm">
          <strong>{alarmWords(attempt.alarm)}</strong>
        </div>
      )}
      <div className={`alert alert-${state.tone}`}>
        <div className="alert-head">
          <span aria-hidden="true" className="alert-sign">
            {state.sign}
          </span>
          {props.heading ?? <h3>{state.word}</h3>}
        </div>
        <p>
          <strong>
            <WholeMarkers text={outcomeSentence(attempt)} />
          </strong>
        </p>
        <p>{outcomeAdvice(attempt)}</p>
        {attempt.forPerson !== null && <p>{personReasonWords(attempt.forPerson)}</p>}
        {needsPersonSoon(attempt) && <p className="fine">{partRefundNote}</p>}
        {props.children}
      </div>
    </>
  )
}
