import { type ReactNode, useState } from 'react'
import { type Result, succeed } from '../../shared/base/result'
import { isolatedText } from '../../shared/base/text'
import type { Fault } from '../../shared/fault'
import type { Day, DaySum, Sheet } from '../../shared/refund/day'
import { putOnPaper } from '../actions/paper'
import { ask, call, useAnswer } from '../store/main'
import { isRecordOpening, notify, store, useStore, viewerOf } from '../store/store'
import { PressButton, ScrollBody } from '../ui/controls'
import { clockMoment, clockTime, dayEdge, exactMoment, shownDay, useFocusOnShow, useToday } from '../ui/hooks'
import { PaperFoot } from '../ui/paper-origin'
import { Amount, StateTag, Text, UntrustedText } from '../ui/text'
import { outcomeNames, standsOutWords } from '../words/activity'
import { messageText } from '../words/common'
import { fieldName } from '../words/receipt'
import { listedState, nameOfReason } from '../words/refund'
import { words } from '../words/words'
import { type ChosenRange, timeRange } from './query'

type Known = {
  readonly title: string
  readonly day: Day | null
  readonly sheets: readonly Sheet[]
  /** Whether main is still reading part of the period, so that the rest is not known yet. */
  readonly reading: boolean
}

const nothingKnown: Known = { title: '', day: null, sheets: [], reading: false }

function isStillRead(answer: Result<unknown, Fault>): boolean {
  return !answer.ok && answer.fault.kind === 'refunds_off' && answer.fault.why === 'journal_opening'
}

/** The period's figures, beside the list while no refund is open. For "All" it shows today. */
export function DayPanel({ range }: { readonly range: ChosenRange }) {
  const changed = useStore((state) => state.attemptsChanged)
  const viewer = useStore(viewerOf)
  const today = useToday()
  const [known, setKnown] = useState<Known | null>(null)
  useAnswer(
    [range, changed, viewer, today],
    async () => {
      const chosen = timeRange(range.choice === 'all' ? { ...range, choice: 'today' } : range, Date.now())
      const from = chosen.from ?? 0
      const to = chosen.to ?? dayEdge(today, 'end') ?? Date.now()
      const answer = await call('activity:day', { from, to })
      const days = [...new Set([shownDay(from), shownDay(to)])]
      if (isStillRead(answer)) return succeed({ ...nothingKnown, reading: true })
      if (!answer.ok) return answer
      const sheets = await call('shift:sheets', { from, to })
      const reading = isStillRead(sheets)
      // The figures are shown even if the sheets can't be read.
      if (!sheets.ok && !reading) notify({ kind: 'fault', fault: sheets.fault })
      const title = days.join(' – ')
      return succeed({ title, day: answer.value.day, sheets: sheets.ok ? sheets.value : [], reading })
    },
    (answer) => {
      setKnown(answer.ok ? answer.value : null)
      if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
    },
  )
  const { title, day, sheets, reading } = known ?? nothingKnown
  const opening = useStore(isRecordOpening) || reading
  const figures = opening ? null : day
  return (
    <aside className="panel" aria-label={words.activity.list}>
      {known !== null && (
        <>
          <ScrollBody className="panel-body">
            {opening && <p className="soft">{words.activity.loading}</p>}
            {!opening && day === null && <p>{words.shift.hidden}</p>}
            {figures !== null && <DayFigures title={title} day={figures} />}
            <Sheets sheets={sheets} />
          </ScrollBody>
          {figures !== null && <PaperFoot content={{ subject: 'day', title, day: figures }} />}
          <CloseShift />
        </>
      )}
    </aside>
  )
}

const amount = fieldName('amount')
const countAndSum = [words.activity.list, amount] as const

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

function Sums(props: {
  readonly head: string
  readonly rows: readonly (DaySum & { readonly name: string })[]
}) {
  return (
    <Figures
      heads={[props.head, ...countAndSum]}
      rows={props.rows.map((sum) => ({
        key: JSON.stringify(sum),
        cells: [<UntrustedText key="name" text={sum.name} />, sum.count, <Amount key="sum" money={sum} />],
      }))}
    />
  )
}

/** What is not a sum: approvals, refusals, reprints and typed codes. */
function Beside({ day }: { readonly day: Day }) {
  const { yeses, noes, refusals, reprints, typed } = day
  const counted = (head: string, people: typeof yeses) => (
    <Figures
      heads={[head, words.activity.list]}
      rows={people.map(({ id, name, count }) => ({
        key: JSON.stringify([id, name]),
        cells: [<UntrustedText key="name" text={name} />, count],
      }))}
    />
  )
  return (
    <>
      {counted(words.day.yes, yeses)}
      {counted(words.day.no, noes)}
      <Figures
        heads={[words.day.refusal, words.activity.list]}
        rows={refusals.map(({ message, count }) => ({
          key: message,
          cells: [<UntrustedText key="message" text={messageText(message)} />, count],
        }))}
      />
      {reprints > 0 && <p>{words.day.reprints(reprints)}</p>}
      {typed > 0 && <p>{words.day.typed(typed)}</p>}
    </>
  )
}

function StandsOut({ day }: { readonly day: Day }) {
  if (day.standsOut.length === 0) return null
  return (
    <section>
      <h3 className="label">{words.day.standsOut}</h3>
      <ul>
        {day.standsOut.map((each) => (
          <Text as="li" key={JSON.stringify(each)} text={standsOutWords(each)} />
        ))}
      </ul>
    </section>
  )
}

function Hours({ day }: { readonly day: Day }) {
  if (day.hours.length === 0) return null
  return (
    <section>
      <h3 className="label">{words.day.byHour}</h3>
      <HoursChart hours={day.hours} />
      <Sums
        head={words.day.hour}
        rows={day.hours.map((sum) => ({ ...sum, name: clockTime(new Date(2000, 0, 1, sum.hour).getTime()) }))}
      />
    </section>
  )
}

/** The figures of a period, on screen and on paper. */
export function DayFigures({ title, day }: { readonly title: string; readonly day: Day }) {
  const named = day.cashiers.some(({ name }) => name !== '') ? day.cashiers : []
  return (
    <>
      <h2>{title}</h2>
      {day.sums.length === 0 && <p className="soft">{words.idle.times(0)}</p>}
      {day.sums.map((sum) => (
        <p key={sum.currency}>
          <Amount as="b" size="huge" money={sum} />{' '}
          <span className="soft whole">{words.idle.times(sum.count)}</span>
        </p>
      ))}
      <Figures
        heads={[words.idle.attention, amount]}
        rows={day.open.map((each) => ({
          key: each.marker,
          cells: [
            <span key="code" className="stack">
              <UntrustedText as="span" text={each.code} />
              <UntrustedText as="small" className="mono whole" text={each.marker} />
              <StateTag state={listedState(each.state)} />
            </span>,
            <Amount key="sum" money={each} />,
          ],
        }))}
      />
      <StandsOut day={day} />
      <Figures
        heads={[words.outcome.region, words.activity.list]}
        rows={day.outcomes.map(({ state, count }) => ({
          key: state,
          cells: [
            <StateTag key="state" state={{ ...listedState(state), word: outcomeNames[state] }} />,
            count,
          ],
        }))}
      />
      <Sums
        head={words.outcome.lines.reason}
        rows={day.reasons.map((sum) => ({ ...sum, name: nameOfReason(sum.reason) }))}
      />
      <Sums
        head={words.outcome.lines.cashier}
        rows={named.map((sum) => ({ ...sum, name: sum.name || words.day.nobody }))}
      />
      <Beside day={day} />
      <Hours day={day} />
    </>
  )
}

/** Minimum range of the chart, so that a quiet day is drawn as wide as a busy one. */
const minRange = { first: 9, last: 20 } as const
/** In units of the drawing. */
const [step, bar, height] = [10, 7, 40] as const

/** Draws refunds by hour. Hidden from screen readers: the table below has the figures. */
export function HoursChart({ hours }: Pick<Day, 'hours'>) {
  const counts = new Map<number, number>()
  for (const { hour, count } of hours) counts.set(hour, (counts.get(hour) ?? 0) + count)
  const first = Math.min(minRange.first, ...counts.keys())
  const last = Math.max(minRange.last, ...counts.keys())
  const shown = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  const maxCount = Math.max(1, ...counts.values())
  return (
    <div className="hours" aria-hidden="true">
      <svg aria-hidden="true" viewBox={`0 0 ${shown.length * step} ${height}`} preserveAspectRatio="none">
        {shown.map((hour, place) => {
          const high = ((counts.get(hour) ?? 0) / maxCount) * height
          return <rect key={hour} x={place * step} y={height - high} width={bar} height={high} />
        })}
      </svg>
      <div className="hours-names soft">
        {shown.map((hour) => (
          <small key={hour}>{hour % 3 === 0 ? hour : ''}</small>
        ))}
      </div>
    </div>
  )
}

/** Ends the shift of the person signed in. The figures are shown only after that. */
function CloseShift() {
  const signedIn = useStore(({ app: { people } }) => people.staffed && !people.locked)
  if (!signedIn) return null
  const close = async () => {
    const sheet = await ask('shift:close')
    if (sheet !== undefined) store.setState({ sheet })
  }
  return <PressButton onPress={() => void close()}>{words.shift.close}</PressButton>
}

export function SheetFigures({ sheet }: { readonly sheet: Sheet }) {
  return (
    <>
      <Text as="h1" text={words.shift.title(isolatedText(sheet.by.name))} />
      <DayFigures title={`${exactMoment(sheet.since)} – ${exactMoment(sheet.at)}`} day={sheet.day} />
    </>
  )
}

/** Replaces every place after a shift is closed, until it is dismissed. */
export function ShiftSheet({ sheet }: { readonly sheet: Sheet }) {
  const ref = useFocusOnShow<HTMLElement>('shift')
  return (
    <main className="shift-place">
      <section
        className="panel"
        aria-label={words.shift.title(isolatedText(sheet.by.name))}
        tabIndex={-1}
        ref={ref}
      >
        <ScrollBody className="panel-body">
          <SheetFigures sheet={sheet} />
          <p className="soft">{words.shift.kept}</p>
        </ScrollBody>
        <PaperFoot content={{ subject: 'shift', sheet }} />
        <PressButton look="go" onPress={() => store.setState({ sheet: null })}>
          {words.shift.done}
        </PressButton>
      </section>
    </main>
  )
}

/** The shifts closed in a period, each to print again. */
export function Sheets({ sheets }: { readonly sheets: readonly Sheet[] }) {
  if (sheets.length === 0) return null
  return (
    <section>
      <h3 className="label">{words.shift.closed}</h3>
      <ul>
        {sheets.map((sheet) => (
          <li key={sheet.at}>
            <button
              type="button"
              className="line-button"
              onClick={() => putOnPaper({ subject: 'shift', sheet }, 'print')}
            >
              <UntrustedText text={sheet.by.name} /> <small>{clockMoment(sheet.at)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
