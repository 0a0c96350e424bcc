/** Plays main inside the page: bundled into one script and put there in the place of the preload. */

import { FakeMain } from '../../src/renderer/store/testing/fake-main'
import { anAttempt, aRecord, aShown } from '../../src/renderer/store/testing/samples'
import { succeed } from '../../src/shared/result'

const main = new FakeMain()

/** What a test may ask of it, by names that can be called from outside the page. */
const played = {
  codesAsked: () => main.lookups.map(({ code }) => code),
  find: async () => {
    const index = main.lookups.length - 1
    const asked = main.lookups[index]
    if (asked === undefined) throw new Error('No code was looked up')
    await main.answerLookup(index, succeed({ ...aShown(1, { record: aRecord() }), lookup: asked.lookup }))
  },
  amountsAsked: () => main.refunds.map(({ amount }) => amount),
  refund: () => main.answerRefund(main.refunds.length - 1, succeed({ attempt: anAttempt(), shown: null })),
}

export type PlayedMain = typeof played

Object.assign(window, { tillside: main.api, played })
