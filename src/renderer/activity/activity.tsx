import { useEffect, useState } from 'react'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { dayText } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { Facts } from '../ui/facts'
import { useFocusOnShow } from '../ui/use-focus-on-show'
import { activityWords } from '../words/activity'
import { ActivityFilter } from './activity-filter'
import { type ActivitySearch, isUnfiltered, joinPages } from './activity-search'
import { AttemptList } from './attempt-list'
import { Evidence } from './evidence'
import { Notices } from './notices'
import { useActivity } from './query'
import { type ChosenRange, exportRange, timeRange } from './time-range'
import './activity.css'

function ExportButtons(props: { readonly chosen: ChosenRange }) {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const exportAs = async (format: 'csv' | 'json') => {
    const now = Date.now()
    const range = exportRange(timeRange(props.chosen, now), now)
    const answer = await answerOf(api.exportActivity({ ...range, format }))
    if (!answer.ok) notify({ kind: 'fault', fault: answer.fault })
    else if (answer.value.saved) notify({ kind: 'saved', path: answer.value.path })
  }
  const signedBy = useStore((state) => state.app.exportsSignedBy)
  return (
    <>
      <div className="button-grid">
        <PressButton onPress={() => void exportAs('csv')}>{activityWords.exportCsv}</PressButton>
        <PressButton onPress={() => void exportAs('json')}>{activityWords.exportJson}</PressButton>
      </div>
      {signedBy !== '' && <Facts mono rows={[[activityWords.signedBy, signedBy, 'copies']]} />}
    </>
  )
}

/** How much is undecided, and how much somebody has to look at. */
function OpenNote() {
  const undecided = useStore((state) => state.app.undecided)
  const { alarms, waitingForPerson } = useStore((state) => state.app.attention)
  const attention = alarms + waitingForPerson
  if (undecided === 0 && attention === 0) return null
  return (
    <p className="undecided-note">
      <span aria-hidden="true">{attention > 0 ? '!' : '?'}</span>{' '}
      {undecided > 0 && activityWords.undecidedFirst(undecided)}{' '}
      {attention > 0 && activityWords.attention(attention)}
    </p>
  )
}

/** In the list's place until it is read, or because it could not be. */
export function NothingListed({ failed }: { readonly failed: boolean }) {
  return (
    <div className="attempt-list" aria-busy={!failed}>
      <p className="soft">{failed ? activityWords.unread : activityWords.loading}</p>
    </div>
  )
}

/** What is open first, whatever its day, and then what was asked for; while something is looked for, only that. */
function Listed(props: { readonly search: ActivitySearch }) {
  const { search } = props
  const { listed, failed, reading, more } = useActivity(search)
  if (listed === null) return <NothingListed failed={failed} />
  const { open, notices, attempts, rest } = listed
  const whole = isUnfiltered(search)
  return (
    <div className="attempt-list">
      {whole && <Notices notices={notices} />}
      <AttemptList
        attempts={whole ? joinPages(open, attempts) : attempts}
        none={whole ? activityWords.none : activityWords.noneFound}
        more={rest === null ? null : () => void more()}
        reading={reading}
      />
    </div>
  )
}

/** Every refund this till ever tried, the newest page of them; what is open first, each with its evidence. */
export function Activity() {
  const today = dayText(Date.now())
  const [search, setSearch] = useState<ActivitySearch>({
    range: { choice: 'week', from: today, to: today },
    find: '',
    state: null,
  })
  const openMarker = useStore((state) => state.openMarker)
  const [openedHere] = useState(openMarker === null)
  const ref = useFocusOnShow<HTMLHeadingElement>('activity', openedHere)
  // Its row takes the focus back; where that is in the list no more, the page does.
  useEffect(() => {
    if (openMarker === null && document.activeElement === document.body) ref.current?.focus()
  }, [openMarker, ref])
  return (
    <main className="activity">
      <section className="activity-side">
        <h1 className="place-title" tabIndex={-1} ref={ref}>
          {activityWords.title}
        </h1>
        <OpenNote />
        <ActivityFilter search={search} onSearch={setSearch} />
        <Listed search={search} />
        <ExportButtons chosen={search.range} />
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
