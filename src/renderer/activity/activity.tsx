import { useEffect, useRef, useState } from 'react'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import { localDay } from '../../shared/base/local-time'
import { isolatedText } from '../../shared/base/text'
import type { LineNotice } from '../../shared/contract/contract'
import { openAlarms } from '../../shared/refund/refund'
import { openAttempt, openDialog } from '../actions/navigation'
import { ask } from '../store/main'
import { fileSaved, hasSupervisor, isRecordOpening, useStore } from '../store/store'
import { Choice, PressButton, SelectInput, TextInput } from '../ui/controls'
import { clockMoment, exactMoment, useFocusOnShow, useRowKeys } from '../ui/hooks'
import { Amount, StateTag, Text, UntrustedText } from '../ui/text'
import { stateChoices } from '../words/activity'
import { fieldName } from '../words/receipt'
import { alarmState, attemptMoney, listedState, noticeAbout, reasonWords } from '../words/refund'
import { countWords, words } from '../words/words'
import { DayPanel } from './day'
import { Evidence } from './evidence'
import {
  type ActivitySearch,
  type ChosenRange,
  exportRange,
  isUnfiltered,
  maxListed,
  timeRange,
  useActivity,
} from './query'

function ExportButtons(props: { readonly chosen: ChosenRange }) {
  const exportAs = async (format: 'csv' | 'json') => {
    const range = exportRange(timeRange(props.chosen, Date.now()))
    fileSaved(await ask('activity:export', { ...range, format }))
  }
  return (
    <div className="row">
      <PressButton look="quiet" onPress={() => void exportAs('csv')}>
        {words.activity.exportCsv}
      </PressButton>
      <PressButton look="quiet" onPress={() => void exportAs('json')}>
        {words.activity.exportJson}
      </PressButton>
    </div>
  )
}

function OpenNote() {
  const undecided = useStore((state) => state.app.undecided)
  const { alarms, waitingForPerson } = useStore((state) => state.app.attention)
  const attention = alarms + waitingForPerson
  if (undecided === 0 && attention === 0) return null
  return (
    <div className="alert alert-wait">
      <p>
        <span aria-hidden="true">{attention > 0 ? '!' : '?'}</span>{' '}
        {undecided > 0 && words.activity.undecidedFirst(undecided)}{' '}
        {attention > 0 && words.activity.attention(attention)}
      </p>
    </div>
  )
}

/** Stands in for the list while it loads or when it failed. */
export function NothingListed({ failed }: { readonly failed: boolean }) {
  return (
    <div className="attempt-list scrolls" aria-busy={!failed}>
      <p className="soft">{failed ? words.activity.unread : words.activity.loading}</p>
    </div>
  )
}

/** Lists open refunds first, whatever their day. A search lists its own results only. */
function Listed({ search }: { readonly search: ActivitySearch }) {
  const { listed, failed, reading, more, isCut } = useActivity(search)
  if (listed === null) return <NothingListed failed={failed} />
  const { open, notices, attempts, reading: isPartial } = listed
  const whole = isUnfiltered(search)
  const others = attempts.filter(({ intent }) => open.every((each) => each.intent.marker !== intent.marker))
  return (
    <div className="attempt-list scrolls stack">
      {whole && <Notices notices={notices} />}
      <AttemptList
        attempts={whole ? [...open, ...others] : attempts}
        none={whole ? words.activity.none : words.activity.noneFound}
        more={more}
        isCut={isCut}
        reading={reading}
        isPartial={isPartial}
      />
    </div>
  )
}

/** Activity: the refunds of this till, and beside them the day or one refund's evidence. */
export function Activity() {
  const today = localDay(Date.now())
  const [search, setSearch] = useState<ActivitySearch>({
    range: { choice: 'week', from: today, to: today },
    find: '',
    state: null,
  })
  const openMarker = useStore((state) => state.openMarker)
  const [openedHere] = useState(openMarker === null)
  const ref = useFocusOnShow<HTMLHeadingElement>('activity', openedHere)
  const lastOpen = useRef(openMarker)
  // Closing a refund returns the focus to its row, or to the heading if the row is gone.
  useEffect(() => {
    const row = lastOpen.current === null ? null : document.getElementById(lastOpen.current)
    lastOpen.current = openMarker
    if (openMarker !== null) return
    if (row !== null) row.focus()
    else if (document.activeElement === document.body) ref.current?.focus()
  }, [openMarker, ref])
  return (
    <main className="activity" data-open={openMarker !== null}>
      <section className="activity-side stack">
        <h1 tabIndex={-1} ref={ref}>
          {words.shell.activity}
        </h1>
        <OpenNote />
        <ActivityFilter search={search} onSearch={setSearch} />
        <Listed search={search} />
        <ExportButtons chosen={search.range} />
      </section>
      {openMarker === null ? (
        <DayPanel range={search.range} />
      ) : (
        <Evidence key={openMarker} marker={openMarker} />
      )}
    </main>
  )
}

const any = 'any'
const states = [{ value: any, name: words.activity.anyState }, ...stateChoices] as const

const ranges = (['today', 'week', 'all', 'days'] as const).map((value) => ({
  value,
  name: words.activity.ranges[value],
}))

function ActivityFilter(props: {
  readonly search: ActivitySearch
  readonly onSearch: (search: ActivitySearch) => void
}) {
  const { search, onSearch } = props
  const { range } = search
  const choose = (change: Partial<ChosenRange>) => onSearch({ ...search, range: { ...range, ...change } })
  return (
    <div className="stack">
      <Choice
        label={words.activity.range}
        className="row tight"
        options={ranges}
        value={range.choice}
        onChoose={(choice) => choose({ choice })}
      />
      {range.choice === 'days' && (
        <div className="halves">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              label={words.activity[end]}
              kind="date"
              value={range[end]}
              onChange={(day) => choose({ [end]: day })}
            />
          ))}
        </div>
      )}
      <div className="halves activity-find">
        <TextInput
          label={words.activity.find}
          value={search.find}
          onChange={(find) => onSearch({ ...search, find })}
          help={words.activity.findHelp}
          maxLength={128}
        />
        <SelectInput
          label={words.outcome.region}
          options={states}
          value={search.state ?? any}
          onChoose={(chosen) => onSearch({ ...search, state: chosen === any ? null : chosen })}
        />
      </div>
    </div>
  )
}

/** What a customer's receipt shows comes first: code and amount. */
function AttemptRow({ attempt }: { readonly attempt: AttemptView }) {
  const { intent, state, createdAt } = attempt
  const current = useStore((state_) => state_.openMarker === intent.marker)
  return (
    <li>
      <button
        type="button"
        className="line-button attempt-row"
        id={intent.marker}
        aria-current={current}
        onClick={() => openAttempt(intent.marker)}
      >
        <span className="when">
          {clockMoment(createdAt)}
          <span className="aside soft">
            {' · '}
            <UntrustedText text={reasonWords(intent.reason)} />
          </span>
        </span>
        <UntrustedText as="span" className="mono fine cut" text={intent.foundBy.code} />
        <Amount money={attemptMoney(attempt)} />
        <UntrustedText as="span" className="why fine" text={reasonWords(intent.reason)} />
        <UntrustedText as="small" className="mark soft" text={intent.marker} />
        <UntrustedText as="span" className="who fine" text={intent.cashier?.name ?? ''} />
        <span className="states row fine">
          {openAlarms(attempt).length > 0 && <StateTag state={alarmState} />}
          <StateTag state={listedState(state)} />
        </span>
      </button>
    </li>
  )
}

export function AttemptList(props: {
  readonly attempts: readonly AttemptView[]
  readonly none: string
  readonly more: (() => void) | null
  /** Whether there are more than are listed here. */
  readonly isCut: boolean
  readonly reading: boolean
  /** Whether older ones are still being read in main. */
  readonly isPartial: boolean
}) {
  const { attempts, none, more, isCut, reading, isPartial } = props
  const opening = useStore(isRecordOpening) || isPartial
  const rowKeys = useRowKeys()
  return (
    <>
      {attempts.length > 0 && (
        <>
          <div className="attempt-heads label" aria-hidden="true">
            <span>{words.outcome.lines.time}</span>
            <span>{words.receipt.article}</span>
            <span>{fieldName('amount')}</span>
            <span>{words.outcome.lines.reason}</span>
            <span>{words.outcome.lines.cashier}</span>
            <span>{words.outcome.region}</span>
          </div>
          <ul aria-label={words.activity.list} {...rowKeys}>
            {attempts.map((attempt) => (
              <AttemptRow key={attempt.intent.marker} attempt={attempt} />
            ))}
          </ul>
        </>
      )}
      {opening && <p className="soft">{words.activity.loading}</p>}
      {!opening && attempts.length === 0 && <p className="soft">{none}</p>}
      {more !== null && (
        <PressButton disabled={reading} onPress={more}>
          {reading ? words.activity.loading : words.activity.more}
        </PressButton>
      )}
      {isCut && <p className="soft">{words.activity.newestOnly(countWords(maxListed))}</p>}
    </>
  )
}

function NoticeEntry({ notice }: { readonly notice: LineNotice }) {
  const { line } = notice
  const canBeProven = useStore(hasSupervisor)
  const at = Date.parse(notice.at)
  const about = noticeAbout(notice)
  const which = [notice.marker, notice.id]
    .filter((each) => each !== '')
    .map(isolatedText)
    .join(' · ')
  return (
    <li className="alert alert-no">
      <strong>{words.alarms[notice.what]}</strong>
      {about !== '' && <UntrustedText as="p" text={about} />}
      <p className="mono fine">
        {exactMoment(at)} <Text text={which} />
      </p>
      {canBeProven && (
        <div className="row">
          {notice.locks ? (
            <PressButton onPress={() => openDialog({ at: 'release', line })}>
              {words.lock.release}
            </PressButton>
          ) : (
            <PressButton
              onPress={() =>
                openDialog({
                  at: 'acknowledge',
                  alarm: { of: 'line', line },
                  says: words.alarms[notice.what],
                })
              }
            >
              {words.acknowledge.open}
            </PressButton>
          )}
        </div>
      )}
    </li>
  )
}

/** Alarms and locks that belong to no refund of this record, each until a supervisor deals with it. */
export function Notices({ notices }: { readonly notices: readonly LineNotice[] }) {
  return (
    notices.length > 0 && (
      <ul aria-label={words.activity.notices} className="stack">
        {notices.map((notice) => (
          <NoticeEntry key={notice.line} notice={notice} />
        ))}
      </ul>
    )
  )
}
