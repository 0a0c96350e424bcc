import type { StoreApi } from 'zustand/vanilla'
import { isOnItsWay } from '../../shared/attempt-states'
import { unreachable } from '../../shared/result'
import type { CounterState } from '../store/counter-state'
import type { Place } from '../store/store-state'
import type { AppStore } from '../store/store-types'
import { receiptWords } from '../words/receipt'
import { refundWords } from '../words/refund'
import { scanWords } from '../words/scan-words'
import { shellWords } from '../words/shell-words'
import { attemptState } from '../words/state-words'
import { outcomeWords } from '../words/states'

function counterTitle(counter: CounterState): string {
  switch (counter.at) {
    case 'scan':
      return shellWords.counter
    case 'looking':
      return scanWords.looking
    case 'missed':
      return scanWords.missed
    case 'receipt':
      return receiptWords.article
    case 'refund':
      return refundWords.title
    case 'sending':
      return outcomeWords.sendingTitle
    case 'stopped':
      return counter.fault.kind === 'refunded_elsewhere' ? outcomeWords.elsewhere.word : outcomeWords.stopped
    case 'broken':
      return outcomeWords.broken
    case 'outcome':
      return isOnItsWay(counter.attempt.state)
        ? outcomeWords.sendingTitle
        : attemptState(counter.attempt.state).word
    default:
      return unreachable(counter)
  }
}

/** What the window is called now: where it is, and on the counter how it stands there. */
export function titleWords(place: Place, counter: CounterState): string {
  const here = place === 'counter' ? counterTitle(counter) : shellWords[place]
  return `${here} · ${shellWords.brand}`
}

const setUpTitle = `${shellWords.setUp} · ${shellWords.brand}`

/** Keeps the page's title in step with the place and with what the counter shows. */
export function followTitle(store: StoreApi<AppStore>, page: Pick<Document, 'title'>): void {
  const tell = ({ place, counter, setUp, app }: AppStore) => {
    const settingUp = setUp !== null || (place === 'counter' && app.mode === 'welcome')
    const title = settingUp ? setUpTitle : titleWords(place, counter)
    if (page.title !== title) page.title = title
  }
  tell(store.getState())
  store.subscribe(tell)
}
