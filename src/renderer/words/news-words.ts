import type { LateNews } from '../../shared/late-news'
import { formatMoney } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { alarmWords } from './alarm-words'
import { countOf } from './count-words'
import { alarmState, attemptState, type State } from './state-words'

type Changed = Extract<LateNews, { kind: 'changed' }>

function changeSentence(to: Changed['to'], refund: string, money: string): string {
  switch (to) {
    case 'refunded':
      return `${refund}: ${money} was refunded after all.`
    case 'not_refunded':
      return `${refund}: ${money} wasn’t refunded.`
    case 'refunded_probably':
      return `${refund}: ${money} was probably refunded. A supervisor must confirm it.`
    case 'unconfirmed':
      return `${refund}: it isn’t certain any more whether ${money} was refunded. Do not refund it again.`
    default:
      return unreachable(to)
  }
}

export const newsWords = {
  strip: 'News about earlier refunds',
  open: 'Open',
  print: 'Print slip',
  more: (count: number) => countOf(count, 'more alarm in Activity', 'more alarms in Activity'),
} as const

/** A piece of news in one sentence, which is also what is read aloud. */
export function newsSentence(news: LateNews): string {
  const refund = isolatedText(news.marker)
  if (news.kind === 'changed') return changeSentence(news.to, refund, formatMoney(news))
  const says =
    news.alarm === null
      ? 'An earlier refund record may be incomplete. Tell a supervisor.'
      : alarmWords(news.alarm)
  return news.marker === '' ? says : `${refund}: ${says}`
}

export function newsState(news: LateNews): State {
  return news.kind === 'alarm' ? alarmState : attemptState(news.to)
}
