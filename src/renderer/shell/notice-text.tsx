import { Sentence } from '../ui/sentence'
import type { Notice } from '../words/notice-words'
import { noticeWords } from '../words/notice-words'

/** A notice in words. They are not part of the first script: no notice is there before the counter stands. */
export function NoticeText(props: { readonly notice: Notice }) {
  return (
    <p>
      <Sentence text={noticeWords(props.notice)} />
    </p>
  )
}
