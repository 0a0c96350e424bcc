import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { DaySummary } from '../../shared/contract/contract'
import type { Day } from '../../shared/refund/day'
import { openAlarms } from '../../shared/refund/refund'
import { lookUp } from '../actions/lookups'
import { openAttempt } from '../actions/navigation'
import { call, useAnswer } from '../store/main'
import { store, useStore } from '../store/store'
import { clockMoment, dayEdge } from '../ui/clock'
import { PressButton, Section } from '../ui/controls'
import { useToday } from '../ui/hooks'
import { Amount, StateTag, UntrustedText } from '../ui/text'
import { codesToTry } from '../words/app'
import { alarmState, attemptMoney, listedState } from '../words/states'
import { words } from '../words/words'

/** Returns today's summary, reloaded when a refund changes, refunds come on, or the day changes. */
function useTodaySummary(): DaySummary | null {
  const changed = useStore((state) => state.attemptsChanged)
  const attention = useStore((state) => state.app.attention)
  const on = useStore((state) => state.app.refunds.on)
  const summary = useStore((state) => state.today)
  const today = useToday()
  useAnswer(
    [changed, attention, on, today],
    () => call('activity:day', { from: dayEdge(today, 'start') ?? 0, to: dayEdge(today, 'end') ?? 0 }),
    (answer) => store.setState({ today: answer.ok ? answer.value : null }),
  )
  return on ? summary : null
}

function OpenRefund({ attempt }: { readonly attempt: AttemptView }) {
  const { intent, state, createdAt } = attempt
  return (
    <li>
      <button type="button" className="line-button" onClick={() => openAttempt(intent.marker)}>
        <StateTag state={openAlarms(attempt).length > 0 ? alarmState : listedState(state)} />
        <Amount money={attemptMoney(attempt)} />
        <small>{clockMoment(createdAt, Date.now())}</small>
      </button>
    </li>
  )
}

function Attention({ summary }: { readonly summary: DaySummary }) {
  const { open, moreOpen } = summary
  if (open.length === 0 && moreOpen === 0) return null
  return (
    <Section inPanel title={words.idle.attention}>
      {open.length > 0 && (
        <ul>
          {open.map((attempt) => (
            <OpenRefund key={attempt.intent.marker} attempt={attempt} />
          ))}
        </ul>
      )}
      {moreOpen > 0 && (
        <PressButton onPress={() => openAttempt(null)}>{words.idle.more(moreOpen)}</PressButton>
      )}
    </Section>
  )
}

function Refunded({ day }: { readonly day: Day }) {
  const { sums, open } = day
  return (
    <Section inPanel title={words.idle.refunded}>
      {sums.length === 0 ? (
        <p className="soft">{words.idle.none}</p>
      ) : (
        <ul className="idle-sum">
          {sums.map((sum) => (
            <li key={sum.currency}>
              <Amount size="huge" money={sum} /> <small className="soft">{words.idle.times(sum.count)}</small>
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && <p className="soft">{words.idle.unsettled(open.length)}</p>}
    </Section>
  )
}

function CodesToTry() {
  const practice = useStore((state) => state.app.mode === 'practice')
  if (!practice) return null
  return (
    <Section inPanel title={words.idle.practice}>
      <ul className="idle-codes tiles tight">
        {codesToTry.map(({ code, match, what }) => (
          <li key={code}>
            <button type="button" className="line-button idle-code" onClick={() => void lookUp(code, match)}>
              <span>{what}</span>
              <UntrustedText as="small" className="mono" text={code} />
            </button>
          </li>
        ))}
      </ul>
      <p className="soft">{words.idle.practiceHelp}</p>
    </Section>
  )
}

/** The right of the idle counter: open refunds and today's sums. */
export function IdlePanel() {
  const summary = useTodaySummary()
  return (
    <aside className="panel panel-idle" aria-label={words.idle.title}>
      <div className="panel-body">
        {summary !== null && <Attention summary={summary} />}
        {summary !== null && summary.day !== null && <Refunded day={summary.day} />}
        <CodesToTry />
      </div>
    </aside>
  )
}
