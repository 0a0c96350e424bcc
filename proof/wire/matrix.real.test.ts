/** What the wire does to a refund, over real HTTP, and what comes of it. */
import { expect, it, onTestFinished } from 'vitest'
import { errorBody } from '../../src/main/service/testing/payments-rig'
import { httpAnswer, startRawService } from '../../src/main/service/testing/raw-service'
import type { Plan } from './cutting-proxy'
import { openScene } from './scene'
import { answers, breaks, deliversTwice } from './spoiled-answers'

/** Checks, and how far they are from each other: a refusal needs three quiet ones. */
const maxChecks = 4
const betweenChecks = 10_000

/**
 * What comes of a refund whose POST meets the plan, and of the checks after it, in one value.
 * @param hundredths all of the payment unless given
 */
async function refundUnder(plan: Plan, hundredths?: number) {
  const scene = await openScene()
  onTestFinished(scene.close)
  const { proxy, service, refunds, shown } = scene
  proxy.setPlans({ refund: plan })
  const issued = await scene.refund(shown, hundredths)
  const isLocked = () => refunds.standingOf(shown.id).lock !== null
  // A cashier presses again while it is undecided.
  const again = isLocked() ? await scene.refund(shown) : null
  const marker = issued.ok ? issued.value.intent.marker : ''
  for (let check = 0; check < maxChecks && isLocked(); check += 1)
    await scene.checkAfter(betweenChecks, marker)
  const last = refunds.open(marker)?.attempt
  return {
    first: issued.ok ? issued.value.state : issued.fault.kind,
    nextTry: again === null ? 'free' : again.ok ? 'sent' : again.fault.kind,
    // Refund requests that arrived at the proxy, and those that arrived at the service.
    posts: proxy.refunds.length,
    delivered: service.requests.filter(({ method }) => method === 'POST').length,
    entries: service.ledger.entries(shown.id).map((entry) => entry.amountHundredths),
    later: last?.state,
    alarm: last?.alarms.at(-1)?.alarm ?? null,
    forPerson: last?.forPerson,
  }
}

type Outcome = Awaited<ReturnType<typeof refundUnder>>

/** An outcome whose attempt stays undecided until a person speaks; the rest as given. */
const expected = (change: Partial<Outcome>): Outcome => ({
  ...{ first: 'unconfirmed', nextTry: 'undecided', later: 'unconfirmed', alarm: null, forPerson: null },
  ...{ posts: 1, delivered: 0, entries: [] },
  ...change,
})

/** Applied whole, and found out by the marker in the remark. */
const foundApplied = (change: Partial<Outcome> = {}) =>
  expected({ delivered: 1, entries: [12050], later: 'refunded', ...change })

const neverApplied = expected({})
const page = '<!doctype html><title>Sign in</title><p>Welcome to the Wi-Fi</p>'

/**
 * It may have arrived, and no answer comes that could be relied on. Where the answer breaks off: cut-points.ts; what else
 * counts as none: exchange.real.test.ts, exchange-deadlines.real.test.ts and http-refund.real.test.ts; every status:
 * refund-judgement.test.ts and the histories.
 */
it.each([
  ['no answer', breaks('before', 'end'), breaks('after', 'end')],
  ['HTML 200', answers('before', httpAnswer(200, page)), answers('after', httpAnswer(200, page))],
  [
    'a 503, in the documented shape too,',
    answers('before', httpAnswer(503, errorBody(503))),
    answers('after', httpAnswer(503, '<html><h1>Try later</h1></html>')),
  ],
])(
  '%s says nothing: what was never applied stays in doubt, and what was is found',
  async (_name, before, after) => {
    expect([await refundUnder(before), await refundUnder(after)]).toEqual([neverApplied, foundApplied()])
  },
)

it('a 422 is a refusal that three quiet checks settle; after applying it raises an alarm, and is found refunded', async () => {
  expect([
    await refundUnder(answers('before', httpAnswer(422, errorBody(422)))),
    await refundUnder(answers('after', httpAnswer(422, errorBody(422)))),
  ]).toEqual([
    expected({ first: 'refusal_seen', later: 'refused' }),
    foundApplied({ first: 'refusal_seen', alarm: 'moved_after_refusal' }),
  ])
})

it.each([302, 307])(
  '%i to another host: nobody goes there, no Authorization arrives there',
  async (status) => {
    const elsewhere = await startRawService({ onRequest: (line) => line.end() })
    onTestFinished(elsewhere.close)
    const location = `Location: http://localhost:${elsewhere.port}/v1/transactions/pay-wire-1/refund`
    expect([
      await refundUnder(answers('before', httpAnswer(status, '', [location]))),
      await refundUnder(answers('after', httpAnswer(status, '', [location]))),
      elsewhere.received,
    ]).toEqual([neverApplied, foundApplied(), []])
  },
)

it('a proxy that delivers a part refund twice: refunded, with an alarm', async () => {
  const twice = { delivered: 2, entries: [2000, 2000] }
  expect(await refundUnder(deliversTwice, 2000)).toEqual(
    expected({ ...twice, first: 'refunded', nextTry: 'free', later: 'refunded', alarm: 'more_than_ours' }),
  )
})

it('a proxy that delivers a full refund twice and answers with the refusal of the second', async () => {
  expect(await refundUnder(deliversTwice)).toEqual(
    foundApplied({ first: 'refusal_seen', delivered: 2, alarm: 'moved_after_refusal' }),
  )
})
