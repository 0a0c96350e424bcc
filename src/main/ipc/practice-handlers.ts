import { succeed } from '../../shared/result'
import type { PracticeMode } from '../profile/practice-mode'
import type { Handlers } from './answer-call'

/** Into practice and out of it; the page is loaded anew once its answer is on the way. */
export function practiceHandlers(mode: Pick<PracticeMode<unknown>, 'switchTo'>) {
  return {
    'practice:enter': async () => {
      await mode.switchTo('practice')
      return succeed({})
    },
    'practice:leave': async () => {
      await mode.switchTo('service')
      return succeed({})
    },
  } satisfies Partial<Handlers>
}
