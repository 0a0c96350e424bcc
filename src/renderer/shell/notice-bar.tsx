import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from '../store/store-context'
import { Icon } from '../ui/icon'
import { PressButton } from '../ui/press-button'
import { appWords } from '../words/app-words'
import type { Notice } from '../words/notice-words'

const NoticeText = lazy(() => import('./notice-text').then((file) => ({ default: file.NoticeText })))

const WrongPinsText = lazy(() => import('./notice-text').then((file) => ({ default: file.WrongPinsText })))

const shownFor = 6000
const refusals: ReadonlySet<Notice['kind'] | undefined> = new Set([
  'scan_refused',
  'confirm_hasty',
  'not_a_list',
])

/** Stays until it is read: whoever typed the right PIN hears how often it was wrong before. */
function WrongPins() {
  const wrong = useStore((state) => state.app.wrongPins)
  const [read, setRead] = useState<number | null>(null)
  const sum = wrong === null ? null : wrong.tries + Date.parse(wrong.since)
  if (wrong === null || read === sum) return null
  return (
    <div className="notice notice-no">
      <Suspense fallback={<p />}>
        <WrongPinsText wrong={wrong} />
      </Suspense>
      <PressButton look="quiet" label={appWords.dismiss} onPress={() => setRead(sum)}>
        <Icon name="close" />
      </PressButton>
    </div>
  )
}

/** One message over the page. Good news goes by itself; a failure stays until it is read. */
export function NoticeBar() {
  const notice = useStore((state) => state.notice)
  const notify = useStore((state) => state.notify)
  const stays = notice?.kind === 'fault'
  const refused = stays || refusals.has(notice?.kind)
  useEffect(() => {
    if (notice === null || stays) return
    const timer = setTimeout(() => notify(null), shownFor)
    return () => clearTimeout(timer)
  }, [notice, stays, notify])
  return (
    <div className="notice-place" aria-live="assertive">
      <WrongPins />
      {notice !== null && (
        <div className={refused ? 'notice notice-no' : 'notice'}>
          <Suspense fallback={<p />}>
            <NoticeText notice={notice} />
          </Suspense>
          <PressButton look="quiet" label={appWords.dismiss} onPress={() => notify(null)}>
            <Icon name="close" />
          </PressButton>
        </div>
      )}
    </div>
  )
}
