import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../store/store-context'
import type { PassingNotice } from '../words/notice-words'

const NoticeBox = lazy(() => import('./notice-box').then((file) => ({ default: file.NoticeBox })))
const WrongPins = lazy(() => import('./notice-box').then((file) => ({ default: file.WrongPins })))

const shownFor = 6000
const refusals: ReadonlySet<PassingNotice['kind'] | undefined> = new Set([
  'scan_refused',
  'scan_refused_dialog',
  'confirm_hasty',
  'not_a_list',
])

/** What stays until it is read, in rows of its own: it covers nothing, and nothing takes its place. */
export function StayingNotices() {
  const wrongPins = useStore((state) => state.app.wrongPins)
  const faults = useStore((state) => state.faults)
  const dismissFault = useStore((state) => state.dismissFault)
  return (
    <div className="notice-rows" aria-live="assertive">
      <Suspense>
        {wrongPins !== null && <WrongPins {...wrongPins} />}
        {faults.map((fault) => (
          <NoticeBox
            key={JSON.stringify(fault)}
            refused
            notice={fault}
            onDismiss={() => dismissFault(fault)}
          />
        ))}
      </Suspense>
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
    <Suspense>
      <NoticeBox refused={refused} notice={notice} onDismiss={() => notify(null)} />
    </Suspense>
  )
  return (
    <div className="notice-place">
      <div aria-live="assertive">{refused && box}</div>
      <div aria-live="polite">{!refused && box}</div>
    </div>
  )
}
