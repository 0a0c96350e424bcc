import { type ReactNode, useEffect, useState } from 'react'
import type { AppState } from '../../shared/contract'
import type { LateNews } from '../../shared/late-news'
import { openAttempt, printNews, readNews } from '../actions/navigation'
import { isRefundInFlight } from '../store/counter-state'
import { useStore } from '../store/store'
import { dismissFault, notify } from '../store/tell'
import { weekdayMoment } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { Icon, Sentence } from '../ui/text'
import {
  appWords,
  type Notice,
  newsSentence,
  newsState,
  newsWords,
  noticeWords,
  type PassingNotice,
  wrongPinsWords,
} from '../words/app'

function NewsEntry(props: { readonly news: LateNews; readonly more: number }) {
  const { news, more } = props
  const { key, kind, marker } = news
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  const state = newsState(news)
  return (
    <div className={`news news-${state.tone}`}>
      <b aria-hidden="true" className="news-sign">
        {state.sign}
      </b>
      <p>
        <Sentence text={newsSentence(news)} />
        {more > 0 && <small> {newsWords.more(kind, more)}</small>}
      </p>
      <div className="news-buttons">
        <PressButton disabled={inFlight} onPress={() => openAttempt(marker === '' ? null : marker)}>
          {newsWords.open}
        </PressButton>
        {news.kind === 'changed' && news.to === 'refunded' && (
          <PressButton disabled={inFlight} onPress={() => void printNews(marker)}>
            {newsWords.print}
          </PressButton>
        )}
        {kind === 'changed' && (
          <PressButton look="quiet" label={appWords.dismiss} onPress={() => readNews(key)}>
            <Icon name="close" />
          </PressButton>
        )}
      </div>
    </div>
  )
}

/**
 * The newest alarm, until a supervisor has acknowledged it, and the oldest change, until somebody has seen it: none leaves
 * by itself.
 */
export function NewsStrip(props: { readonly news: readonly LateNews[] }) {
  const alarms = props.news.filter(({ kind }) => kind === 'alarm')
  const changes = props.news.filter(({ kind }) => kind === 'changed')
  const change = changes.at(-1)
  const [alarm] = alarms
  return (
    <>
      {alarm !== undefined && <NewsEntry key={alarm.key} news={alarm} more={alarms.length - 1} />}
      {change !== undefined && <NewsEntry key={change.key} news={change} more={changes.length - 1} />}
    </>
  )
}

const shownFor = 6000
const refusals: ReadonlySet<PassingNotice['kind'] | undefined> = new Set([
  'scan_refused',
  'scan_refused_dialog',
  'scan_late',
  'offline_refund',
  'confirm_hasty',
  'not_a_list',
])

/** Stays until it is dismissed, or until the next receipt: see `faults`. */
function StayingNotices() {
  const wrongPins = useStore((state) => state.app.wrongPins)
  const faults = useStore((state) => state.faults)
  return (
    <div className="notice-rows" aria-live="assertive">
      {wrongPins !== null && <WrongPins {...wrongPins} />}
      {faults.map((fault) => (
        <NoticeBox key={JSON.stringify(fault)} refused notice={fault} onDismiss={() => dismissFault(fault)} />
      ))}
    </div>
  )
}

/** Goes by itself. Only a refusal interrupts what is being read aloud. */
function PassingMessage() {
  const notice = useStore((state) => state.notice)
  const refused = refusals.has(notice?.kind)
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => notify(null), shownFor)
    return () => clearTimeout(timer)
  }, [notice])
  const box = notice !== null && (
    <NoticeBox refused={refused} notice={notice} onDismiss={() => notify(null)} />
  )
  return (
    <>
      <div aria-live="assertive">{refused && box}</div>
      <div aria-live="polite">{!refused && box}</div>
    </>
  )
}

/** Messages. What stays covers nothing that can be pressed; what passes by itself lies over the page, never over the keys. */
export function Messages() {
  return (
    <>
      <StayingNotices />
      <div className="messages-passing">
        <PassingMessage />
      </div>
    </>
  )
}

type BoxProps = {
  readonly refused?: boolean
  readonly onDismiss: () => void
}

function Box(props: BoxProps & { readonly children: ReactNode }) {
  return (
    <div className={props.refused === true ? 'notice notice-no' : 'notice'}>
      <p>{props.children}</p>
      <PressButton look="quiet" label={appWords.dismiss} onPress={props.onDismiss}>
        <Icon name="close" />
      </PressButton>
    </div>
  )
}

/** A notice in words. */
export function NoticeBox({ notice, ...box }: BoxProps & { readonly notice: Notice }) {
  return (
    <Box {...box}>
      <Sentence text={noticeWords(notice)} />
    </Box>
  )
}

/** Stays until it is read: whoever typed the right PIN hears how often it was wrong before. */
export function WrongPins({ tries, since }: NonNullable<AppState['wrongPins']>) {
  const [read, setRead] = useState<number | null>(null)
  const sum = tries + Date.parse(since)
  if (read === sum) return null
  return (
    <Box refused onDismiss={() => setRead(sum)}>
      {wrongPinsWords(tries, weekdayMoment(since))}
    </Box>
  )
}
