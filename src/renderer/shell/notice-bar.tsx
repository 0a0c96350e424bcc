import { useEffect } from 'react'
import { useStore } from '../store/store-context'
import type { PassingNotice } from '../words/app'
import { NoticeBox, WrongPins } from './notice-box'

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
  const dismissFault = useStore((state) => state.dismissFault)
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
  const notify = useStore((state) => state.notify)
  const refused = refusals.has(notice?.kind)
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(() => notify(null), shownFor)
    return () => clearTimeout(timer)
  }, [notice, notify])
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
