import { succeed } from '../../shared/result'
import type { PracticeMode } from '../profile/practice-mode'
import type { RefundService } from '../refund/refund-service'
import type { SettingsStore } from '../settings/settings'
import type { Handlers } from './answer-call'

type Deps = {
  readonly mode: Pick<PracticeMode<unknown>, 'switchTo'>
  readonly refundService: Pick<RefundService, 'acted'>
  readonly settings: Pick<SettingsStore, 'read'>
}

/** Into practice and out of it; the page is loaded anew once its answer is on the way. */
export function practiceHandlers({ mode, refundService, settings }: Deps) {
  return {
    'practice:enter': async () => {
      refundService.acted({ act: 'practice', what: 'entered' }, settings.read().cashier || null)
      await mode.switchTo('practice')
      return succeed({})
    },
    'practice:leave': async () => {
      await mode.switchTo('service')
      return succeed({})
    },
  } satisfies Partial<Handlers>
}
