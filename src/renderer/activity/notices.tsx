import { isolatedText } from '../../shared/base/text'
import type { LineNotice } from '../../shared/contract/contract'
import { askAcknowledge, askRelease } from '../actions/navigation'
import { useStore } from '../store/store'
import { exactMoment } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { Foreign, Sentence } from '../ui/text'
import { activityWords } from '../words/activity'
import { lockWords } from '../words/counter'
import { acknowledgeWords, alarmWords, noticeAbout } from '../words/states'

function NoticeEntry({ notice }: { readonly notice: LineNotice }) {
  const { line } = notice
  const pinSet = useStore((state) => state.app.people.state === 'set')
  const at = Date.parse(notice.at)
  const about = noticeAbout(notice)
  const which = [notice.marker, notice.id]
    .filter((each) => each !== '')
    .map(isolatedText)
    .join(' · ')
  return (
    <li className={`alert alert-${notice.acknowledged ? 'soft' : 'no'}`}>
      <strong>{alarmWords[notice.what]}</strong>
      {about !== '' && <Foreign as="p" text={about} />}
      <p className="mono fine">
        {exactMoment(at)} <Sentence text={which} />
      </p>
      {pinSet && (
        <div className="row">
          {notice.locks && <PressButton onPress={() => askRelease(line)}>{lockWords.release}</PressButton>}
          {!notice.locks && !notice.acknowledged && (
            <PressButton
              onPress={() => askAcknowledge({ alarm: { of: 'line', line }, says: alarmWords[notice.what] })}
            >
              {acknowledgeWords.open}
            </PressButton>
          )}
        </div>
      )}
    </li>
  )
}

/** Alarms and locks that belong to no refund of this record; each until a supervisor has dealt with it. */
export function Notices({ notices }: { readonly notices: readonly LineNotice[] }) {
  return (
    notices.length > 0 && (
      <ul aria-label={activityWords.notices} className="stack">
        {notices.map((notice) => (
          <NoticeEntry key={notice.line} notice={notice} />
        ))}
      </ul>
    )
  )
}
