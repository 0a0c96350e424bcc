import { formatMoney } from '../../shared/money'
import type { AttemptView } from '../../shared/payment-standing'
import { openAlarms } from '../../shared/refund'
import { useStore } from '../store/store-context'
import { clockMoment } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { Foreign } from '../ui/foreign'
import { useRowKeys } from '../ui/hooks'
import { StateTag } from '../ui/sign'
import { Sentence } from '../ui/text'
import { useFocusBack } from '../ui/use-focus-back'
import { activityWords } from '../words/activity'
import { alarmState, listedState } from '../words/state-words'
import { attemptMoney } from '../words/states'

function AttemptRow(props: { readonly attempt: AttemptView }) {
  const { attempt } = props
  const { intent, state, createdAt } = attempt
  const openAttempt = useStore((state_) => state_.openAttempt)
  const current = useStore((state_) => state_.openMarker === intent.marker)
  const nothingIsOpen = useStore((state_) => state_.openMarker === null)
  const ref = useFocusBack<HTMLButtonElement>(current, nothingIsOpen)
  return (
    <li>
      <button
        type="button"
        className="recent-row"
        ref={ref}
        aria-current={current}
        onClick={() => openAttempt(intent.marker)}
      >
        <span className="mono recent-code">
          <Foreign text={intent.marker} />
        </span>
        <b className="mono">
          <Sentence text={formatMoney(attemptMoney(attempt))} />
        </b>
        <small>
          {clockMoment(createdAt, Date.now())}
          {intent.cashier !== '' && (
            <>
              {' · '}
              <Foreign text={intent.cashier} />
            </>
          )}
        </small>
        <span className="row-states">
          {openAlarms(attempt).length > 0 && <StateTag state={alarmState} />}
          <StateTag state={listedState(state)} />
        </span>
      </button>
    </li>
  )
}

/** Attempts in their order, and the way to more of them. */
export function AttemptList(props: {
  readonly attempts: readonly AttemptView[]
  readonly none: string
  /** Reads more of them; null when all are there. */
  readonly more: (() => void) | null
  readonly reading: boolean
}) {
  const { attempts, none, more, reading } = props
  const rowKeys = useRowKeys()
  return (
    <>
      {attempts.length === 0 && <p className="soft">{none}</p>}
      {attempts.length > 0 && (
        <ul aria-label={activityWords.list} {...rowKeys}>
          {attempts.map((attempt) => (
            <AttemptRow key={attempt.intent.marker} attempt={attempt} />
          ))}
        </ul>
      )}
      {more !== null && (
        <PressButton disabled={reading} onPress={more}>
          {reading ? activityWords.loading : activityWords.more}
        </PressButton>
      )}
    </>
  )
}
