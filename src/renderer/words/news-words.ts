import type { LateNews } from '../../shared/late-news'
import { formatMoney } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { alarmWords } from './alarm-words'
import { countOf } from './count-words'
import { alarmState, attemptState, type State } from './state-words'

type Changed = Extract<LateNews, { kind: 'changed' }>

function changeSentence({ to, code, ...money }: Changed): string {
  const receipt = `Receipt ${isolatedText(code)}`
  const refund = `the ${formatMoney(money)} refund`
  switch (to) {
    case 'refunded':
      return `${receipt}: ${refund} went through.`
    case 'not_refunded':
      return `${receipt}: ${refund} didn’t go through. You can try again.`
    case 'refunded_probably':
      return `${receipt}: ${refund} probably went through. A supervisor must confirm it.`
    case 'unconfirmed':
      return `${receipt}: we no longer know whether ${refund} went through. Do not refund it again.`
    default:
      return unreachable(to)
  }
}

export const newsWords = {
  open: 'Open',
  print: 'Print slip',
  more: (kind: LateNews['kind'], count: number) =>
    kind === 'alarm'
      ? countOf(count, 'more alarm in Activity', 'more alarms in Activity')
      : countOf(count, 'more message', 'more messages'),
} as const

/** A piece of news in one sentence, which is also what is read aloud. */
export function newsSentence(news: LateNews): string {
  if (news.kind === 'changed') return changeSentence(news)
  const says =
    news.alarm === null
      ? 'An earlier refund record may be incomplete. Tell a supervisor.'
      : alarmWords(news.alarm)
  return news.code === '' ? says : `Receipt ${isolatedText(news.code)}: ${says}`
}

export function newsState(news: LateNews): State {
  return news.kind === 'alarm' ? alarmState : attemptState(news.to)
}
