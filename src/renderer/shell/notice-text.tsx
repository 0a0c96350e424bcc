import type { AppState } from '../../shared/contract'
import { weekdayMoment } from '../ui/clock'
import { Sentence } from '../ui/sentence'
import type { Notice } from '../words/notice-words'
import { noticeWords, wrongPinsWords } from '../words/notice-words'

/** A notice in words. They are not part of the first script: no notice is there before the counter stands. */
export function NoticeText(props: { readonly notice: Notice }) {
  return (
    <p>
      <Sentence text={noticeWords(props.notice)} />
    </p>
  )
}

/** How often the PIN was wrong before it was right. */
export function WrongPinsText(props: { readonly wrong: NonNullable<AppState['wrongPins']> }) {
  const { tries, since } = props.wrong
  return <p>{wrongPinsWords(tries, weekdayMoment(since))}</p>
}
