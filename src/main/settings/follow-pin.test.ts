import { expect, it } from 'vitest'
import type { Act } from '../../shared/journal-events'
import { makeSignal } from '../system/signal'
import type { PinNews } from '../vault/pin'
import { followPin } from './secrets'

it('writes each series of wrong PINs down, and keeps the last that a right one ended for whoever typed it', () => {
  const news = makeSignal<PinNews>()
  const acts: Act[] = []
  const wrongPins = followPin({ news }, (act) => acts.push(act))
  const seen = [wrongPins()]
  for (const what of ['stopped', 'reopened', 'right_after_wrong'] as const) {
    news.fire({ what, tries: 37, since: 5 })
    seen.push(wrongPins())
  }
  expect([seen, acts]).toEqual([
    [null, null, null, { tries: 37, since: 5 }],
    (['stopped', 'reopened', 'right_after_wrong'] as const).map((what) => ({
      act: 'wrong_pins',
      what,
      tries: 37,
      since: 5,
    })),
  ])
})
