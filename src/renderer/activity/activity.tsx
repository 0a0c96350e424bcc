import { useState } from 'react'
import { answerOf } from '../desk/answer'
import { useApi, useDesk } from '../desk/desk-context'
import { dayText } from '../ui/clock'
import { PressButton } from '../ui/press-button'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { activityWords } from '../words/activity-words'
import { AttemptList } from './attempt-list'
import { Evidence } from './evidence'
import { RangeFilter } from './range-filter'
import { type ChosenRange, exportRange, timeRange } from './time-range'
import { useAttempts } from './use-attempts'
import './activity.css'

function ExportButtons(props: { readonly chosen: ChosenRange }) {
  const api = useApi()
  const notify = useDesk((state) => state.notify)
  const exportAs = async (format: 'csv' | 'json') => {
    const now = Date.now()
    const range = exportRange(timeRange(props.chosen, now), now)
    const answer = await answerOf(api.exportActivity({ ...range, format }))
    if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
    else if (answer.value.saved) notify({ kind: 'saved', path: answer.value.path })
  }
  return (
    <div className="button-grid">
      <PressButton onPress={() => void exportAs('csv')}>{activityWords.exportCsv}</PressButton>
      <PressButton onPress={() => void exportAs('json')}>{activityWords.exportJson}</PressButton>
    </div>
  )
}

/** Every refund this till ever tried; what is undecided first, each with its evidence. */
export function Activity() {
  const today = dayText(Date.now())
  const [chosen, setChosen] = useState<ChosenRange>({ choice: 'week', from: today, to: today })
  const attempts = useAttempts(chosen)
  const undecided = useDesk((state) => state.desk.undecided)
  const openMarker = useDesk((state) => state.openMarker)
  const ref = useFocusOnShow<HTMLHeadingElement>('activity', openMarker === null)
  return (
    <main className="activity">
      <section className="activity-side">
        <h1 className="place-title" tabIndex={-1} ref={ref}>
          {activityWords.title}
        </h1>
        {undecided > 0 && (
          <p className="undecided-note">
            <span aria-hidden="true">?</span> {activityWords.undecidedFirst(undecided)}
          </p>
        )}
        <RangeFilter chosen={chosen} onChoose={setChosen} />
        {attempts !== null && <AttemptList attempts={attempts} />}
        <ExportButtons chosen={chosen} />
      </section>
      {openMarker === null ? (
        <section className="panel panel-empty activity-pick">
          <p className="soft">{activityWords.pick}</p>
        </section>
      ) : (
        <Evidence key={openMarker} marker={openMarker} />
      )}
    </main>
  )
}
