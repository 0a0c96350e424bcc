import { type ReactNode, useState } from 'react'
import type { AppState } from '../../shared/contract'
import { weekdayMoment } from '../ui/clock'
import { PressButton } from '../ui/controls'
import { Icon } from '../ui/icon'
import { Sentence } from '../ui/text'
import { type Notice, noticeWords, wrongPinsWords } from '../words/app'
import { appWords } from '../words/app-words'

type BoxProps = {
  readonly refused?: boolean
  readonly onDismiss: () => void
}

function Box(props: BoxProps & { readonly children: ReactNode }) {
  return (
    <div className={props.refused === true ? 'notice notice-no' : 'notice'}>
      <p>{props.children}</p>
      <PressButton look="quiet" label={appWords.dismiss} onPress={props.onDismiss}>
        <Icon name="close" />
      </PressButton>
    </div>
  )
}

/** A notice in words. */
export function NoticeBox({ notice, ...box }: BoxProps & { readonly notice: Notice }) {
  return (
    <Box {...box}>
      <Sentence text={noticeWords(notice)} />
    </Box>
  )
}

/** Stays until it is read: whoever typed the right PIN hears how often it was wrong before. */
export function WrongPins({ tries, since }: NonNullable<AppState['wrongPins']>) {
  const [read, setRead] = useState<number | null>(null)
  const sum = tries + Date.parse(since)
  if (read === sum) return null
  return (
    <Box refused onDismiss={() => setRead(sum)}>
      {wrongPinsWords(tries, weekdayMoment(since))}
    </Box>
  )
}
