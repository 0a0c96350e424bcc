import type { ReactNode } from 'react'
import type { Day, DaySum } from '../../shared/refund/day'
import { clockTime } from '../ui/clock'
import { Amount, Foreign, Sentence, StateTag } from '../ui/text'
import { activityWords, dayWords, standsOutWords } from '../words/activity'
import { idleWords } from '../words/app'
import { messageText } from '../words/common'
import { fieldName } from '../words/receipt'
import { nameOfReason } from '../words/refund'
import { listedState, slipWords } from '../words/states'
import { HoursChart } from './hours-chart'

const amount = fieldName('amount')
const countAndSum = [activityWords.list, amount] as const

/** One row for each; all but its first cell stand at the end of their columns. */
function Figures(props: {
  readonly heads: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}) {
  const { heads, rows } = props
  if (rows.length === 0) return null
  const place = (column: number) => (column === 0 ? undefined : 'number')
  return (
    <table className="table fine">
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

/** Names with how many and how much each has, in each currency. */
function Sums(props: {
  readonly head: string
  readonly rows: readonly (DaySum & { readonly name: string })[]
}) {
  return (
    <Figures
      heads={[props.head, ...countAndSum]}
      rows={props.rows.map((sum) => ({
        key: JSON.stringify([sum.currency, sum.name]),
        cells: [<Foreign key="name" text={sum.name} />, sum.count, <Amount key="sum" money={sum} />],
      }))}
    />
  )
}

/** What of a day is no sum: who allowed, what was refused, and what was printed again or typed. */
function Beside({ day }: { readonly day: Day }) {
  const { yeses, noes, refusals, reprints, typed } = day
  return (
    <>
      {(
        [
          ['yes', yeses],
          ['no', noes],
        ] as const
      ).map(([said, people]) => (
        <Figures
          key={said}
          heads={[dayWords[said], activityWords.list]}
          rows={people.map(({ id, name, count }) => ({
            key: JSON.stringify([id, name]),
            cells: [<Foreign key="name" text={name} />, count],
          }))}
        />
      ))}
      <Figures
        heads={[dayWords.refusal, activityWords.list]}
        rows={refusals.map(({ message, count }) => ({
          key: message,
          cells: [<Foreign key="message" text={messageText(message)} />, count],
        }))}
      />
      {reprints > 0 && <p>{dayWords.reprints(reprints)}</p>}
      {typed > 0 && <p>{dayWords.typed(typed)}</p>}
    </>
  )
}

function StandsOut({ day }: { readonly day: Day }) {
  if (day.standsOut.length === 0) return null
  return (
    <section>
      <h3 className="label">{dayWords.standsOut}</h3>
      <ul>
        {day.standsOut.map((each) => (
          <li key={JSON.stringify(each)}>
            <Sentence text={standsOutWords(each)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hours({ day }: { readonly day: Day }) {
  if (day.hours.length === 0) return null
  return (
    <section>
      <h3 className="label">{dayWords.byHour}</h3>
      <HoursChart hours={day.hours} />
      <Sums
        head={dayWords.hour}
        rows={day.hours.map((sum) => ({ ...sum, name: clockTime(new Date(2000, 0, 1, sum.hour).getTime()) }))}
      />
    </section>
  )
}

/** The figures of a period, on screen and on paper alike: what was refunded, what is open, by what, and what stands out. */
export function DayFigures({ title, day }: { readonly title: string; readonly day: Day }) {
  const named = day.cashiers.some(({ name }) => name !== '') ? day.cashiers : []
  return (
    <>
      <h2>{title}</h2>
      {day.sums.length === 0 && <p className="soft">{idleWords.times(0)}</p>}
      {day.sums.map((sum) => (
        <p key={sum.currency}>
          <Amount as="b" size="huge" money={sum} />{' '}
          <span className="soft whole">{idleWords.times(sum.count)}</span>
        </p>
      ))}
      <Figures
        heads={[idleWords.attention, amount]}
        rows={day.open.map((each) => ({
          key: each.marker,
          cells: [
            <span key="code" className="stack">
              <Foreign as="span" text={each.code} />
              <Foreign as="small" className="mono whole" text={each.marker} />
              <StateTag state={listedState(each.state)} />
            </span>,
            <Amount key="sum" money={each} />,
          ],
        }))}
      />
      <StandsOut day={day} />
      <Figures
        heads={[activityWords.state, activityWords.list]}
        rows={day.outcomes.map(({ state, count }) => ({
          key: state,
          cells: [<StateTag key="state" state={listedState(state)} />, count],
        }))}
      />
      <Sums
        head={slipWords.reason}
        rows={day.reasons.map((sum) => ({ ...sum, name: nameOfReason(sum.reason) }))}
      />
      <Sums
        head={slipWords.cashier}
        rows={named.map((sum) => ({ ...sum, name: sum.name || dayWords.nobody }))}
      />
      <Beside day={day} />
      <Hours day={day} />
    </>
  )
}
