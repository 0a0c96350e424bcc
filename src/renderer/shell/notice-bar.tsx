import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useStore } from '../store/store-context'
import { Icon } from '../ui/icon'
import { PressButton } from '../ui/press-button'
import { appWords } from '../words/app-words'
import type { PassingNotice } from '../words/notice-words'

const NoticeText = lazy(() => import('./notice-text').then((file) => ({ default: file.NoticeText })))

const WrongPinsText = lazy(() => import('./notice-text').then((file) => ({ default: file.WrongPinsText })))

const shownFor = 6000
const refusals: ReadonlySet<PassingNotice['kind'] | undefined> = new Set([
  'scan_refused',
  'scan_refused_dialog',
  'confirm_hasty',
  'not_a_list',
])

function NoticeBox(props: {
  readonly refused?: boolean
  readonly onDismiss: () => void
  readonly children: ReactNode
}) {
  return (
    <div className={props.refused === true ? 'notice notice-no' : 'notice'}>
      <Suspense fallback={<p />}>{props.children}</Suspense>
      <PressButton look="quiet" label={appWords.dismiss} onPress={props.onDismiss}>
        <Icon name="close" />
      </PressButton>
    </div>
  )
}

/** Stays until it is read: whoever typed the right PIN hears how often it was wrong before. */
function WrongPins() {
  const wrong = useStore((state) => state.app.wrongPins)
  const [read, setRead] = useState<number | null>(null)
  const sum = wrong === null ? null : wrong.tries + Date.parse(wrong.since)
  if (wrong === null || read === sum) return null
  return (
    <NoticeBox refused onDismiss={() => setRead(sum)}>
      <WrongPinsText wrong={wrong} />
    </NoticeBox>
  )
}

/** What stays until it is read, in rows of its own: it covers nothing, and nothing takes its place. */
export function StayingNotices() {
  const faults = useStore((state) => state.faults)
  const dismissFault = useStore((state) => state.dismissFault)
  return (
    <div className="notice-rows" aria-live="assertive">
      <WrongPins />
      {faults.map((fault) => (
        <NoticeBox key={JSON.stringify(fault)} refused onDismiss={() => dismissFault(fault)}>
          <NoticeText notice={fault} />
        </NoticeBox>
      ))}
    </div>
  )
}

/** One message over the page that goes by itself. Only a refusal interrupts what is being read aloud. */
export function NoticeBar() {
  const notice = useStore((state) => state.notice)
  const notify = useStore((state) => state.notify)
  const refused = refusals.has(notice?.kind)
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => notify(null), shownFor)
    return () => clearTimeout(timer)
  }, [notice, notify])
  const box = notice !== null && (
    <NoticeBox refused={refused} onDismiss={() => notify(null)}>
      <NoticeText notice={notice} />
    </NoticeBox>
  )
  return (
    <div className="notice-place">
      <div aria-live="assertive">{refused && box}</div>
      <div aria-live="polite">{!refused && box}</div>
    </div>
  )
}
