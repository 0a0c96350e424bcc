import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { Attempt } from '../../shared/attempt'
import { formatMoney } from '../../shared/money'
import { useDesk } from '../desk/desk-context'
import { clockTime, dayText } from '../ui/clock'
import { PressButton } from '../ui/press-button'
import { StateTag } from '../ui/sign'
import { activityWords } from '../words/activity-words'
import { attemptMoney } from '../words/outcome-words'
import { attemptState } from '../words/state-words'

/** So many rows at a time: a busy year's list must not be drawn at once. */
const pageSize = 100

function AttemptRow(props: { readonly attempt: Attempt }) {
  const { attempt } = props
  const { intent, state, createdAt } = attempt
  const openAttempt = useDesk((state_) => state_.openAttempt)
  const current = useDesk((state_) => state_.openMarker === intent.marker)
  return (
    <li>
      <Button className="recent-row" aria-current={current} onPress={() => openAttempt(intent.marker)}>
        <span className="mono recent-code">{intent.marker}</span>
        <b className="mono">{formatMoney(attemptMoney(attempt))}</b>
        <small>
          {dayText(createdAt)} {clockTime(createdAt)}
          {intent.cashier !== '' && ` · ${intent.cashier}`}
        </small>
        <StateTag state={attemptState(state)} />
      </Button>
    </li>
  )
}

/** Attempts, undecided ones first. */
export function AttemptList(props: { readonly attempts: readonly Attempt[] }) {
  const { attempts } = props
  const [shown, setShown] = useState(pageSize)
  const rest = attempts.length - shown
  if (attempts.length === 0) return <p className="soft">{activityWords.none}</p>
  return (
    <div className="attempt-list">
      <ul aria-label={activityWords.list}>
        {attempts.slice(0, shown).map((attempt) => (
          <AttemptRow key={attempt.intent.marker} attempt={attempt} />
        ))}
      </ul>
      {rest > 0 && (
        <PressButton onPress={() => setShown(shown + pageSize)}>
          {activityWords.more(Math.min(rest, pageSize))}
        </PressButton>
      )}
    </div>
  )
}
