import type { BridgeApi } from '../../shared/operations'
import { answerOf } from '../store/answer'
import type { CounterState } from '../store/counter-state'
import { lastWords } from './failed-drawing'
import { messageOf } from './message-of'

/**
 * For an error that nothing caught: React has emptied the window by now. What stands in it then is text, which
 * needs nothing to be made; a refund under way is still named in it.
 */
export function showLastWords(
  element: HTMLElement,
  counter: CounterState,
  error: unknown,
  api: Pick<BridgeApi, 'reportError'>,
): void {
  element.textContent = lastWords(counter)
  void answerOf(api.reportError({ place: 'window', message: messageOf(error) }))
}
