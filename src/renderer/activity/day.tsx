import { useState } from 'react'
import { succeed } from '../../shared/base/result'
import type { Day, Sheet } from '../../shared/refund/day'
import { call, useAnswer } from '../store/main'
import { useStore } from '../store/store'
import { dayEdge, shownDay } from '../ui/clock'
import { ScrollBody } from '../ui/controls'
import { useToday } from '../ui/hooks'
import { PaperFoot } from '../ui/paper-origin'
import { activityWords, shiftWords } from '../words/activity'
import { DayFigures } from './day-figures'
import { type ChosenRange, timeRange } from './query'
import { CloseShift, Sheets } from './shift'

type Known = { readonly title: string; readonly day: Day | null; readonly sheets: readonly Sheet[] }

/** Beside the list while no refund of it is open: the period in figures, and the way to have them on paper. All of time is told by today. */
export function DayPanel({ range }: { readonly range: ChosenRange }) {
  const changed = useStore((state) => state.attemptsChanged)
  const today = useToday()
  const [known, setKnown] = useState<Known | null>(null)
  useAnswer(
    [range, changed, today],
    async () => {
      const chosen = timeRange(range.choice === 'all' ? { ...range, choice: 'today' } : range, Date.now())
      const from = chosen.from ?? 0
      const to = chosen.to ?? dayEdge(today, 'end') ?? Date.now()
      const answer = await call('activity:day', { from, to })
      const days = [...new Set([shownDay(from), shownDay(to)])]
      if (!answer.ok) return answer
      const sheets = await call('shift:sheets', { from, to })
      const title = days.join(' – ')
      return succeed({ title, day: answer.value.day, sheets: sheets.ok ? sheets.value : [] })
    },
    (answer) => setKnown(answer.ok ? answer.value : null),
  )
  const { title, day, sheets } = known ?? { title: '', day: null, sheets: [] }
  return (
    <aside className="panel day" aria-label={activityWords.list}>
      {known !== null && (
        <>
          <ScrollBody className="panel-body">
            {day === null ? <p>{shiftWords.hidden}</p> : <DayFigures title={title} day={day} />}
            <Sheets sheets={sheets} />
          </ScrollBody>
          {day !== null && <PaperFoot content={{ subject: 'day', title, day }} />}
          <CloseShift />
        </>
      )}
    </aside>
  )
}
