import { type ReactNode, useMemo, useState } from 'react'
import type { Fault } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/money'
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
export async function readDay({
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
const countAndSum = [activityWords.list, heads.amount] as const

/** One row for each; all but its first cell stand at the end of their columns. */
function Figures(props: {
  readonly heads: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}) {
  const { heads, rows } = props
  if (rows.length === 0) return null
  const place = (column: number) => (column === 0 ? undefined : 'number')
  return (
    <table className="table">
      <thead>
        <tr>
          {heads.map((head, column) => (
            <th key={head} scope="col" className={place(column)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...figures] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {figures.map((figure, column) => (
              <td key={heads[column + 1]} className="number">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sum({ money }: { readonly money: Money }) {
  return (
    <b className="money">
      <Sentence text={formatMoney(money)} />
    </b>
  )
}

const rowOf = ({ name, count, money }: DaySum) => ({
  key: `${money.currency} ${name}`,
  cells: [<Foreign key="name" text={name} />, count, <Sum key="sum" money={money} />],
})

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
          <span className="soft whole">{idleWords.times(count)}</span>
        </p>
      ))}
      <Figures
        heads={[idleWords.attention, activityWords.state, heads.amount]}
        rows={day.open.map((attempt) => ({
          key: attempt.intent.marker,
          cells: [
            <Foreign key="code" text={attempt.intent.foundBy.code} />,
            <StateTag key="state" state={listedState(attempt.state)} />,
            <Sum key="sum" money={attemptMoney(attempt)} />,
          ],
        }))}
      />
      <Figures
        heads={[activityWords.state, activityWords.list]}
        rows={day.outcomes.map(({ state, count }) => ({
          key: state,
          cells: [<StateTag key="state" state={listedState(state)} />, count],
        }))}
      />
      <Figures heads={[heads.reason, ...countAndSum]} rows={day.reasons.map(rowOf)} />
      <Figures heads={[heads.cashier, ...countAndSum]} rows={day.cashiers.map(rowOf)} />
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
