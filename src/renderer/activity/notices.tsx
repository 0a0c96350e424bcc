import { useState } from 'react'
import type { LineNotice } from '../../shared/contract'
import { isolatedText } from '../../shared/text'
import { openDialog } from '../actions/navigation'
import { AcknowledgeDialog, ReleaseDialog } from '../people/dialogs'
import { useStore } from '../store/store'
import { exactMoment } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { WhileOpen } from '../ui/dialog'
import { Foreign, Sentence } from '../ui/text'
import { activityWords } from '../words/activity'
import { lockWords } from '../words/counter'
import { acknowledgeWords, noticeAbout, noticeTitle } from '../words/states'

type Chosen = { readonly notice: LineNotice; readonly to: 'acknowledge' | 'release' }

function NoticeEntry(props: { readonly notice: LineNotice; readonly choose: (to: Chosen['to']) => void }) {
  const { notice, choose } = props
  const pinSet = useStore((state) => state.app.people.state === 'set')
  const at = Date.parse(notice.at)
  const about = noticeAbout(notice)
  const which = [notice.marker, notice.id]
    .filter((each) => each !== '')
    .map(isolatedText)
    .join(' · ')
  return (
    <li className={`alert alert-${notice.acknowledged ? 'soft' : 'no'}`}>
      <strong>{noticeTitle(notice)}</strong>
      {about !== '' && (
        <p>
          <Foreign text={about} />
        </p>
      )}
      <p className="mono fine">
        {exactMoment(at)} <Sentence text={which} />
      </p>
      {pinSet && (
        <div className="row">
          {notice.locks && <PressButton onPress={() => choose('release')}>{lockWords.release}</PressButton>}
          {!notice.locks && !notice.acknowledged && (
            <PressButton onPress={() => choose('acknowledge')}>{acknowledgeWords.open}</PressButton>
          )}
        </div>
      )}
    </li>
  )
}

/** Alarms and locks that belong to no refund of this record; each until a supervisor has dealt with it. */
export function Notices(props: { readonly notices: readonly LineNotice[] }) {
  const { notices } = props
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const choose = (notice: LineNotice) => (to: Chosen['to']) => {
    setChosen({ notice, to })
    openDialog(to)
  }
  return (
    <>
      {notices.length > 0 && (
        <ul aria-label={activityWords.notices} className="stack">
          {notices.map((notice) => (
            <NoticeEntry key={notice.line} notice={notice} choose={choose(notice)} />
          ))}
        </ul>
      )}
      {chosen?.to === 'release' && (
        <WhileOpen dialog="release">
          <ReleaseDialog line={chosen.notice.line} />
        </WhileOpen>
      )}
      {chosen?.to === 'acknowledge' && (
        <WhileOpen dialog="acknowledge">
          <AcknowledgeDialog
            alarm={{ of: 'line', line: chosen.notice.line }}
            says={noticeTitle(chosen.notice)}
          />
        </WhileOpen>
      )}
    </>
  )
}
