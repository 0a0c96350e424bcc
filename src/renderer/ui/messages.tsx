import { type ReactNode, useEffect } from 'react'
import type { LateNews } from '../../shared/attempt/alarms'
import { isolatedText } from '../../shared/base/text'
import type { AppState } from '../../shared/contract/contract'
import { markerOnScreen, openAttempt, printNews, readNews, unreadNews } from '../actions/navigation'
import { dismissFault, isRefundInFlight, notify, useStore } from '../store/store'
import {
  type FaultNotice,
  faultNoticeWords,
  newsSentence,
  noticeWords,
  type PassingNotice,
} from '../words/app'
import { alarmState, attemptState } from '../words/refund'
import { words } from '../words/words'
import { PressButton } from './controls'
import { clockMoment, weekdayMoment } from './hooks'
import { Icon, Text, useFaultNow } from './text'

function NewsEntry({ news }: { readonly news: LateNews }) {
  const { key, kind, at, marker } = news
  const inFlight = useStore((state) => isRefundInFlight(state.counter))
  const { tone, sign } = news.kind === 'alarm' ? alarmState : attemptState(news.to)
  return (
    <li className={`alert alert-${tone} notice`}>
      <b aria-hidden="true">{sign}</b>
      <div>
        <Text as="p" text={newsSentence(news)} />
        <p className="fine">{clockMoment(at)}</p>
        <div className="row">
          <PressButton disabled={inFlight} onPress={() => openAttempt(marker === '' ? null : marker)}>
            {words.news.open}
          </PressButton>
          {news.kind === 'changed' && news.to === 'refunded' && (
            <PressButton disabled={inFlight} onPress={() => void printNews(marker)}>
              {words.news.print}
            </PressButton>
          )}
        </div>
      </div>
      {kind === 'changed' && (
        <PressButton look="quiet" label={words.shell.dismiss} keepsFocus onPress={() => readNews(key)}>
          <Icon name="close" />
        </PressButton>
      )}
    </li>
  )
}

/** News of earlier refunds, alarms first (app-state.ts). An alarm stays until acknowledged, a change until seen. */
export function News(props: { readonly news: readonly LateNews[] }) {
  return props.news.map((each) => <NewsEntry key={each.key} news={each} />)
}

const noticeDurationMs = 6000
const refusals: ReadonlySet<PassingNotice['kind'] | undefined> = new Set([
  'scan_refused',
  'scan_refused_dialog',
  'scan_late',
  'unasked_refund',
  'confirm_hasty',
  'pin_even',
  'not_a_list',
])

/** Messages that stay until read: news of earlier refunds, and faults. */
export function StayingMessages() {
  const news = useStore((state) => state.app.news)
  const read = useStore((state) => state.newsRead)
  const onScreen = useStore(markerOnScreen)
  const wrongPins = useStore((state) => state.app.wrongPins)
  const faults = useStore((state) => state.faults)
  return (
    <div className="messages stack">
      <div role="status" aria-label={words.shell.news} aria-live="assertive">
        <ul className="stack">
          <News news={unreadNews(news, read, onScreen)} />
        </ul>
      </div>
      <div className="notice-rows stack" aria-live="assertive">
        {wrongPins !== null && !read.includes(wrongPinsKey(wrongPins)) && <WrongPins wrongPins={wrongPins} />}
        {faults.map((fault) => (
          <FaultBox key={JSON.stringify(fault)} notice={fault} />
        ))}
      </div>
    </div>
  )
}

/** What a screen reader says by itself (store.ts, `announce`). It doesn't read what a region is born with. */
export function LiveRegion() {
  const announcement = useStore((state) => state.announcement)
  return (
    <div className="visually-hidden" aria-live="polite">
      <Text as="p" key={announcement.number} text={announcement.text} />
    </div>
  )
}

/**
 * A message that disappears by itself, shown in the open dialog, behind which all is inert: neither seen nor read out. Only a
 * refusal interrupts the screen reader.
 */
export function PassingMessage({ inDialog = false }) {
  const notice = useStore((state) => (inDialog === (state.dialog !== null) ? state.notice : null))
  const refused = refusals.has(notice?.kind)
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => notify(null), noticeDurationMs)
    return () => clearTimeout(timer)
  }, [notice])
  const box = notice !== null && (
    <NoticeBox refused={refused} text={noticeWords(notice)} onDismiss={() => notify(null)} />
  )
  return (
    <div className="messages-passing">
      <div aria-live="assertive">{refused && box}</div>
      <div aria-live="polite">{!refused && box}</div>
    </div>
  )
}

export function NoticeBox(props: {
  readonly refused?: boolean
  readonly text: string
  readonly children?: ReactNode
  readonly onDismiss: () => void
}) {
  return (
    <div className={props.refused === true ? 'alert alert-no notice' : 'alert notice'}>
      <p>
        <Text text={props.text} />
        {props.children}
      </p>
      <PressButton look="quiet" label={words.shell.dismiss} keepsFocus onPress={props.onDismiss}>
        <Icon name="close" />
      </PressButton>
    </div>
  )
}

/** A failure. Its countdown is not announced. */
export function FaultBox({ notice }: { readonly notice: FaultNotice }) {
  const fault = useFaultNow(notice.fault)
  const [what, next] = faultNoticeWords({ ...notice, fault })
  return (
    <NoticeBox refused text={what} onDismiss={() => dismissFault(notice)}>
      {words.grammar.betweenSentences}
      <Text as="span" aria-live={'waitSeconds' in fault ? 'off' : undefined} text={next} />
    </NoticeBox>
  )
}

type WrongPinsNews = NonNullable<AppState['wrongPins']>

/** Returns the key under which it is read, as other news are. */
function wrongPinsKey({ person, tries, since }: WrongPinsNews): string {
  return JSON.stringify([person.id, tries, since])
}

/** Tells whoever typed the right PIN how often it was wrong before. Stays until dismissed. */
function WrongPins({ wrongPins }: { readonly wrongPins: WrongPinsNews }) {
  const { person, tries, since } = wrongPins
  const said = words.notices
  const text = said.wrongPinsSince(said.wrongPins(tries), isolatedText(person.name), weekdayMoment(since))
  return <NoticeBox refused text={text} onDismiss={() => readNews(wrongPinsKey(wrongPins))} />
}
