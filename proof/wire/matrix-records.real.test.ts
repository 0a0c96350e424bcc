/** Issue "Prove", the matrix: the record in an answer is another, an older, or one of two. */
import { expect, it } from 'vitest'
import type { Call, Plan } from './cutting-proxy'
import { expected, foundApplied, outcomeOf, type Scene } from './scene'
import { refundUnder, sceneOfTest } from './scene-of-test'
import { appliesLater, breaks, deliversTwice } from './spoiled-answers'
import { wireToken } from './wire-till'

/** A show of a transaction by its internal id, as bytes to the service. */
function showRequest(id: string): Buffer {
  return Buffer.from(
    [
      `GET /v1/transactions/${id} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Authorization: Bearer ${wireToken}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 0',
      'Connection: close',
      '',
      '',
    ].join('\r\n'),
  )
}

it('another transaction’s record in the answer', async () => {
  const scene = await sceneOfTest()
  const { facts } = scene.service.ledger.addTransaction({ id: 'pay-wire-2', amount: 12050 })
  scene.service.ledger.refund({ id: facts.id, amountHundredths: 12050, reason: 'Late', deviceId: '' })
  scene.proxy.setPlans({
    async refund(call) {
      await call.deliver(call.request)
      call.write(await call.deliver(showRequest(facts.id)))
      call.breakOff('end')
    },
  })
  expect(await outcomeOf(scene, await scene.till.refund(scene.shown))).toEqual(foundApplied())
})

it('the record as it was before, in the answer', async () => {
  const scene = await sceneOfTest()
  scene.proxy.setPlans({
    async refund(call) {
      const before = await call.deliver(showRequest(scene.shown.id))
      await call.deliver(call.request)
      call.write(before)
      call.breakOff('end')
    },
  })
  expect(await outcomeOf(scene, await scene.till.refund(scene.shown))).toEqual(foundApplied())
})

it('a proxy that delivers a part refund twice: refunded, with an alarm', async () => {
  expect(await refundUnder(deliversTwice('second'), {}, 2000)).toEqual(
    expected({
      first: 'refunded',
      nextTry: 'free',
      delivered: 2,
      entries: [2000, 2000],
      later: 'refunded',
      alarm: 'more_than_ours',
    }),
  )
})

it('a proxy that delivers a full refund twice and answers with the refusal of the second', async () => {
  expect(await refundUnder(deliversTwice('second'))).toEqual(
    foundApplied({ first: 'refusal_seen', delivered: 2, alarm: 'moved_after_refusal' }),
  )
})

it('a proxy that delivers a part refund twice and answers with the first: seen at the next lookup', async () => {
  const scene = await sceneOfTest()
  scene.proxy.setPlans({ refund: deliversTwice('first') })
  const outcome = await outcomeOf(scene, await scene.till.refund(scene.shown, 2000))
  const next = await scene.till.refund(scene.shown, 2000)
  expect([outcome, next]).toMatchObject([
    expected({ first: 'refunded', nextTry: 'free', delivered: 2, entries: [2000, 2000], later: 'refunded' }),
    {
      ok: false,
      fault: { kind: 'transaction_changed', changes: [{ field: 'refunded', was: '0.00', now: '40.00' }] },
    },
  ])
})

it('applied ten minutes later', async () => {
  const later = appliesLater()
  const scene = await sceneOfTest()
  scene.proxy.setPlans({ refund: later.plan })
  const began = scene.till.clock.now()
  // 2, 5, 15 and 60 s, then the one after 6 minutes: nothing is seen, so nothing is decided.
  const soon = await outcomeOf(scene, await scene.till.refund(scene.shown), 5)
  await scene.till.clock.advance(began + 10 * 60_000 - scene.till.clock.now())
  await later.release()
  const then = await outcomeOf(scene, { ok: true, value: attemptOf(scene) }, 1)
  expect([soon, then]).toEqual([expected({}), foundApplied()])
})

function attemptOf({ till, shown }: Scene) {
  const lock = till.refunds.standingOf(shown.id).lock
  if (lock?.kind !== 'attempt') throw new Error('Nothing is undecided')
  return lock.attempt
}

/** From the first show on, every second one (the odd or the even) brings the answer that the first brought. */
function alternatingStale(stale: 'odd' | 'even'): { readonly plan: Plan; readonly shows: () => number } {
  let first: Buffer | null = null
  let shows = 0
  return {
    shows: () => shows,
    async plan(call: Call) {
      shows += 1
      first ??= await call.deliver(call.request)
      call.write(shows % 2 === (stale === 'odd' ? 1 : 0) ? first : await call.deliver(call.request))
      call.breakOff('end')
    },
  }
}

it('alternating stale shows: a lost refund is found by the first that is new', async () => {
  const scene = await sceneOfTest()
  scene.proxy.setPlans({ refund: breaks('after', 'reset'), show: alternatingStale('even').plan })
  const issued = await scene.till.refund(scene.shown)
  const first = await outcomeOf(scene, issued, 1)
  expect([first, await outcomeOf(scene, issued, 1)]).toEqual([
    foundApplied({ later: 'unconfirmed' }),
    foundApplied(),
  ])
})

it('alternating stale shows: no refund is sent on an answer older than one already seen', async () => {
  const scene = await sceneOfTest()
  const stale = alternatingStale('odd')
  scene.proxy.setPlans({ show: stale.plan })
  const old = await scene.till.lookUp(scene.shown.transactionId)
  // Another till refunds a part: the second show tells of it, the third shows the time before.
  scene.service.ledger.refund({ id: old.id, amountHundredths: 2000, reason: 'Else', deviceId: 'till 2' })
  const seen = await scene.till.lookUp(old.transactionId)
  const outcome = await outcomeOf(scene, await scene.till.refund(old, 2000))
  expect([seen.refunded, outcome, stale.shows()]).toEqual([
    2000,
    expected({ first: 'stale_answer', nextTry: 'free', posts: 0, entries: [2000], later: null }),
    3,
  ])
})
