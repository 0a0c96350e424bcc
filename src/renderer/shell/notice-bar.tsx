import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../store/store-context'
import { Icon } from '../ui/icon'
import { PressButton } from '../ui/press-button'
import { appWords } from '../words/app-words'
import type { Notice } from '../words/notice-words'

const NoticeText = lazy(() => import('./notice-text').then((file) => ({ default: file.NoticeText })))

const shownFor = 6000
const refusals: ReadonlySet<Notice['kind'] | undefined> = new Set([
  'scan_refused',
  'confirm_hasty',
  'not_a_list',
])

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
