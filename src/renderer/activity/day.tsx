import { useMemo, useState } from 'react'
import type { Fault } from '../../shared/fault'
import { formatMoney } from '../../shared/money'
import type { AttemptView } from '../../shared/payment-standing'
import { type Result, succeed } from '../../shared/result'
import { type Day, type DaySum, dayOf } from '../store/day'
import { call, useAnswer } from '../store/main'
import { type PaperContent, useStore } from '../store/store'
import { shownDay } from '../ui/clock'
import { ScrollBody } from '../ui/controls'
import { useToday } from '../ui/hooks'
import { PaperFoot } from '../ui/paper-origin'
import { BigMoney, Foreign, Sentence, StateTag } from '../ui/text'
import { activityWords } from '../words/activity'
import { idleWords } from '../words/app'
import { attemptMoney, listedState } from '../words/states'
import { type ChosenRange, pageSize, timeRange } from './query'

/** Reads a period whole, a page after the other. */
async function readDay({
  from,
  to,
}: {
  readonly from: number
  readonly to: number | null
}): Promise<Result<Day, Fault>> {
  const attempts: AttemptView[] = []
  let before: number | null = null
  let open: readonly AttemptView[] = []
  do {
    const page: Awaited<ReturnType<typeof call<'activity:page'>>> = await call('activity:page', {
      before,
      count: pageSize,
      from,
      ...(to === null ? {} : { to }),
    })
    if (!page.ok) return page
    if (before === null) open = page.value.open
    attempts.push(...page.value.attempts)
    before = page.value.next
  } while (before !== null)
  return succeed(dayOf(attempts, open))
}

const heads = activityWords.facts

function Sums(props: { readonly by: string; readonly sums: readonly DaySum[] }) {
  const { by, sums } = props
  if (sums.length === 0) return null
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{by}</th>
          <th scope="col" className="number">
            {activityWords.list}
          </th>
          <th scope="col" className="number">
            {heads.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ name, count, money }) => (
          <tr key={`${money.currency} ${name}`}>
            <th scope="row">
              <Foreign text={name} />
            </th>
            <td className="number">{count}</td>
            <td className="number money">
              <Sentence text={formatMoney(money)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The figures of a period, on screen and on paper alike: what was refunded, what is open, and by what. */
export function DayFigures(props: { readonly title: string; readonly day: Day }) {
  const { title, day } = props
  return (
    <>
      <h2>{title}</h2>
      {day.sums.length === 0 && <p className="soft">{idleWords.times(0)}</p>}
      {day.sums.map(({ count, money }) => (
        <p key={money.currency}>
          <b className="money huge">
            <BigMoney text={formatMoney(money)} />
          </b>{' '}
          <span className="soft">{idleWords.times(count)}</span>
        </p>
      ))}
      {day.open.length > 0 && (
        <table className="table">
          <caption className="label">{idleWords.attention}</caption>
          <tbody>
            {day.open.map((attempt) => (
              <tr key={attempt.intent.marker}>
                <th scope="row" className="mono">
                  <Foreign text={attempt.intent.foundBy.code} />
                </th>
                <td>
                  <StateTag state={listedState(attempt.state)} />
                </td>
                <td className="number money">
                  <Sentence text={formatMoney(attemptMoney(attempt))} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {day.outcomes.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{activityWords.state}</th>
              <th scope="col" className="number">
                {activityWords.list}
              </th>
            </tr>
          </thead>
          <tbody>
            {day.outcomes.map(({ state, count }) => (
              <tr key={state}>
                <th scope="row">
                  <StateTag state={listedState(state)} />
                </th>
                <td className="number">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Sums by={heads.reason} sums={day.reasons} />
      <Sums by={heads.cashier} sums={day.cashiers} />
    </>
  )
}

/** Beside the list while no refund of it is open: the period in figures, and the way to have them on paper. All of time is told by today. */
export function DayPanel({ range }: { readonly range: ChosenRange }) {
  const changed = useStore((state) => state.attemptsChanged)
  const today = useToday()
  const asked = useMemo(() => ({ range, changed, today }), [range, changed, today])
  const [known, setKnown] = useState<Extract<PaperContent, { subject: 'day' }> | null>(null)
  useAnswer(
    asked,
    async () => {
      const now = Date.now()
      const chosen = timeRange(range.choice === 'all' ? { ...range, choice: 'today' } : range, now)
      const from = chosen.from ?? 0
      const day = await readDay({ from, to: chosen.to })
      const days = [...new Set([shownDay(from), shownDay(chosen.to ?? now)])]
      return day.ok ? succeed({ subject: 'day', title: days.join(' – '), day: day.value } as const) : day
    },
    (answer) => setKnown(answer.ok ? answer.value : null),
  )
  return (
    <aside className="panel day" aria-label={activityWords.list}>
      {known !== null && (
        <>
          <ScrollBody className="panel-body">
            <DayFigures {...known} />
          </ScrollBody>
          <PaperFoot content={known} />
        </>
      )}
    </aside>
  )
}
