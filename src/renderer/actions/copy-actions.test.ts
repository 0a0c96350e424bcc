import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { aRecord } from '../../shared/testing/record-sample'
import { actionOf, singleKeyAction } from '../keys/key-bindings'
import { availability } from '../store/draft'
import { store } from '../store/store'
import { type PlayedMain, playAnswered, playForm, playMain, settled } from '../store/testing/play-main'
import { anAttempt, aShown, lockedBy } from '../store/testing/samples'
import { appStateChanged } from './app-state'
import { copiesForgotten, copyFound, nextCustomer, standingChanged, takeScan } from './lookups'
import { go } from './navigation'
import { confirmRefund, startRefund } from './refunds'

const saved = aShown(1, { source: 'saved', at: '2026-11-21T08:00:00.000Z' })
const unreachable: Fault = { kind: 'not_connected', reason: 'refused', detail: '' }
const offline = anAppState({ connection: { state: 'offline', since: '2026-11-21T09:00:00.000Z' } })
const back = anAppState({ connection: { state: 'unknown', since: '2026-11-21T09:05:00.000Z' } })
const asked = { id: lookupId(1), code: '483920174462', match: 'automatic', typed: false }

/** A counter that shows the saved copy of a scan. */
async function withCopy(): Promise<PlayedMain> {
  const main = playMain()
  main.savedCopy = saved
  void takeScan('483920174462')
  await settled()
  return main
}

/** The same after the service could not be reached. */
async function withKeptCopy(): Promise<PlayedMain> {
  const main = await withCopy()
  appStateChanged(offline)
  await main.answerLookup(0, fail(unreachable))
  return main
}

const onPaper = () => {
  const { counter, savedCopy } = store.getState()
  return [counter, savedCopy]
}
const at = (shown: ShownTransaction) => ({ at: 'receipt', shown })
const kept = [at(saved), { at: 'kept', lookup: asked }]
const nobody = [{ at: 'scan' }, { at: 'none' }]

it('no receipt of a service stays on the counter once another is connected, or none', async () => {
  for (const other of ['', 'https://other.example']) {
    await withKeptCopy()
    appStateChanged({ ...store.getState().app, serviceAddress: other })
    expect(store.getState().counter).toEqual({ at: 'scan' })
  }
})

it('no answer of a service comes to the counter once another is connected', async () => {
  const main = playMain()
  void takeScan('483920174462')
  appStateChanged(anAppState({ serviceAddress: 'https://other.example' }))
  await main.answerLookup(0, succeed(aShown(1)))
  expect(store.getState().counter).toEqual({ at: 'scan' })
})

it('the receipt behind an outcome goes with its service, the outcome stays', async () => {
  await playAnswered(succeed({ attempt: anAttempt(), shown: aShown(1) }))
  appStateChanged(anAppState({ serviceAddress: 'https://other.example' }))
  expect(store.getState().counter).toMatchObject({ at: 'outcome', shown: null })
})

it('no receipt comes behind an outcome where another service was connected during the refund', async () => {
  const main = await playForm()
  void confirmRefund()
  appStateChanged(anAppState({ serviceAddress: 'https://other.example' }))
  await main.answerRefund(0, succeed({ attempt: anAttempt(), shown: aShown(1) }))
  expect(store.getState().counter).toMatchObject({ at: 'outcome', shown: null })
})

describe('what is under way when the address becomes known', () => {
  const unknown = anAppState({ serviceAddress: '' })

  it('is a scan, whose receipt comes', async () => {
    const main = playMain({ app: unknown })
    void takeScan('483920174462')
    appStateChanged(anAppState())
    await main.answerLookup(0, succeed(aShown(1)))
    expect(store.getState().counter.at).toBe('receipt')
  })

  it('is a refund, whose receipt comes behind the outcome', async () => {
    const main = await playForm()
    store.setState({ app: unknown })
    void confirmRefund()
    appStateChanged(anAppState())
    await main.answerRefund(0, succeed({ attempt: anAttempt(), shown: aShown(1) }))
    expect(store.getState().counter).toMatchObject({ at: 'outcome', shown: aShown(1) })
  })
})

describe('a saved copy', () => {
  it('is painted at once while the service is asked, and cannot be refunded', async () => {
    const main = await withCopy()
    const { app } = store.getState()
    expect([onPaper(), main.lookups.length, availability(saved, app)]).toEqual([
      [at(saved), { at: 'asking', lookup: asked }],
      1,
      { kind: 'saved_copy' },
    ])
  })

  it("gives way to the service's answer, which knows what it said before", async () => {
    const main = await withCopy()
    const answer = aShown(1, { record: aRecord({ refunded: 500 }) })
    await main.answerLookup(0, succeed(answer))
    expect(onPaper()).toEqual([at(answer), { at: 'replaced', before: saved.record }])
  })

  it.each([
    ['opens the refund form with an answer that says the same', {}, 'refund'],
    ['leaves the receipt on the paper when the answer says otherwise', { refunded: 500 }, 'receipt'],
  ])('with R pressed on it %s', async (_what, change, place) => {
    const main = await withCopy()
    singleKeyAction('r', store.getState())?.()
    const during = store.getState().counter
    await main.answerLookup(0, succeed(aShown(1, { record: aRecord(change) })))
    expect([during, store.getState().counter.at]).toEqual([at(saved), place])
  })

  it('is not compared with the record of another transaction', async () => {
    const main = await withCopy()
    const answer = aShown(1, { record: aRecord({ id: 'internal-2' }) })
    await main.answerLookup(0, succeed(answer))
    expect(onPaper()).toEqual([at(answer), { at: 'none' }])
  })

  it.each([
    ['the line is down', unreachable],
    ['the answer is lost', { kind: 'no_answer', reason: 'timeout', detail: '' }],
    ['the service fails', { kind: 'service_error', httpStatus: 500, message: 'Internal Error' }],
  ] satisfies [string, Fault][])('stays when %s', async (_why, fault) => {
    const main = await withCopy()
    await main.answerLookup(0, fail(fault))
    expect([onPaper(), main.sounds]).toEqual([kept, []])
  })

  it('is shown, and kept, where the word that the line is down was here before it', async () => {
    const main = playMain()
    void takeScan(saved.code)
    await main.answerLookup(0, fail(unreachable))
    const before = store.getState().counter.at
    copyFound(saved)
    expect([before, onPaper()]).toEqual(['missed', kept])
  })

  it('gives way to the answer when the line is back, though its payment was locked meanwhile', async () => {
    const main = await withKeptCopy()
    appStateChanged(back)
    const lock = lockedBy(anAttempt({ state: 'unconfirmed' }))
    standingChanged({ id: saved.record.id, lock, stale: null })
    const answer = aShown(2, { lock })
    await main.answerLookup(1, succeed(answer))
    expect(onPaper()).toEqual([at(answer), { at: 'replaced', before: saved.record }])
  })

  it('of a lookup that is over or not the newest is ignored, whenever main pushes it', async () => {
    const main = playMain()
    const push = (number: number) => copyFound({ ...saved, lookup: lookupId(number) })
    void takeScan('A1234')
    void takeScan('B1234')
    push(1)
    const superseded = store.getState().counter.at
    await main.answerLookup(1, fail({ kind: 'not_found', message: '' }))
    push(2)
    const missed = store.getState().counter.at
    nextCustomer()
    push(2)
    expect([superseded, missed, onPaper()]).toEqual(['looking', 'missed', nobody])
  })

  it.each([
    ['knows no such payment', { kind: 'not_found', message: 'No such transaction' }],
    ['does not accept the token', { kind: 'token_not_accepted', httpStatus: 401, message: '' }],
  ] satisfies [string, Fault][])('goes when the service %s', async (_why, fault) => {
    const main = await withCopy()
    await main.answerLookup(0, fail(fault))
    expect(onPaper()).toEqual([{ at: 'missed', lookup: asked, fault }, { at: 'none' }])
  })

  it('does not come back after Escape, and neither does the answer', async () => {
    const main = await withCopy()
    actionOf('Escape', store.getState())?.()
    await main.answerLookup(0, succeed(aShown(1)))
    expect(onPaper()).toEqual(nobody)
  })
})

describe('a saved copy that was kept', () => {
  it('is asked about anew when the line is back, and stays on the paper meanwhile', async () => {
    const main = await withKeptCopy()
    appStateChanged(back)
    const during = store.getState().counter
    const answer = aShown(2)
    await main.answerLookup(1, succeed(answer))
    const { counter, app } = store.getState()
    const again = { lookup: lookupId(2), code: '483920174462', match: 'automatic', typed: false }
    expect([main.lookups[1], during, counter, availability(answer, app).kind]).toEqual([
      again,
      at(saved),
      at(answer),
      'open',
    ])
  })

  it('stays and is asked about once more when the line goes again', async () => {
    const main = await withKeptCopy()
    for (const time of [1, 2]) {
      appStateChanged(back)
      appStateChanged(offline)
      await main.answerLookup(time, fail(unreachable))
    }
    expect([main.lookups.map((each) => each.lookup), store.getState().counter]).toEqual([
      [1, 2, 3].map(lookupId),
      at({ ...saved, lookup: lookupId(3) }),
    ])
  })

  it('asks for More by its own lookup where the newer one found another payment', async () => {
    const main = await withKeptCopy()
    main.savedCopy = { ...saved, record: aRecord({ id: 'internal-2' }) }
    appStateChanged(back)
    await main.answerLookup(1, fail(unreachable))
    expect(onPaper()[0]).toEqual(at(saved))
  })

  it('gives way to a scan that comes while it is being asked about', async () => {
    const main = await withKeptCopy()
    appStateChanged(back)
    main.savedCopy = null
    void takeScan('B1234')
    await main.answerLookup(1, succeed(aShown(2)))
    expect([main.lookups.at(-1)?.lookup, store.getState().counter.at]).toEqual([lookupId(3), 'looking'])
  })

  it('leaves the paper when all copies are forgotten', async () => {
    await withKeptCopy()
    copiesForgotten()
    expect(onPaper()).toEqual(nobody)
  })
})

it('a press of Refund on a saved copy opens no form once the cashier is at another place', async () => {
  const main = await withCopy()
  startRefund()
  go('search')
  await main.answerLookup(0, succeed(aShown(1)))
  expect(store.getState()).toMatchObject({ place: 'search', counter: { at: 'receipt' } })
})
