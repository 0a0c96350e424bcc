import { describe, expect, it } from 'vitest'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import { succeed } from '../../shared/base/result'
import { anAppState } from '../../shared/testing/app-state-sample'
import { attemptChanged } from '../actions/lookups'
import { store } from '../store/store'
import { playMain } from '../store/testing/play-main'
import { anAttempt } from '../store/testing/samples'
import { apply, followMain, lookUpBuffered } from './window'

const at = () => store.getState().counter
const pageOf = (attempts: readonly AttemptView[], open: readonly AttemptView[] = []) => {
  return { open, notices: [], attempts, next: null, reading: false }
}

it('a window that listens has what changed since it read the state, which was told to nobody', async () => {
  const off = { on: false, why: 'no_keychain', replaceable: null } as const
  playMain({ app: anAppState({ refunds: off }) }, { 'app:read': async () => succeed(anAppState()) })
  const { attemptsChanged } = store.getState()
  await followMain()
  const { app, attemptsChanged: now } = store.getState()
  // What was read while there was no record is read again.
  expect([app.refunds, now]).toEqual([anAppState().refunds, attemptsChanged + 1])
})

it('a window goes by no answer about the till that an event of it overtook', async () => {
  const off = { on: false, why: 'journal_opening', replaceable: null } as const
  const opening = anAppState({ readAt: 1, refunds: off })
  const read = async () => {
    apply({ kind: 'app:changed', value: anAppState({ readAt: 2 }) })
    return succeed(opening)
  }
  playMain({ app: opening }, { 'app:read': read })
  await followMain()
  expect(store.getState().app.refunds).toEqual({ on: true })
})

it('a window reads its lists again once main has read the record to its beginning', () => {
  playMain()
  const { attemptsChanged } = store.getState()
  apply({ kind: 'record:read', value: {} })
  expect(store.getState().attemptsChanged).toBe(attemptsChanged + 1)
})

describe('a window that was reloaded during a refund', () => {
  it('shows the refund from its first event, also when there was no attempt yet at the start', async () => {
    const main = playMain(
      { app: anAppState({ sending: true }) },
      {
        'activity:page': async () => succeed(pageOf([])),
      },
    )
    await followMain()
    for (const state of ['sending', 'unconfirmed'] as const) {
      const attempt = anAttempt({ state })
      main.tell({ kind: 'attempt:changed', value: attempt })
      expect(at()).toEqual({ at: 'outcome', attempt, shown: null, storeId: '' })
    }
  })

  it('shows it as it ended meanwhile, for a minute, where a page was there before', async () => {
    const now = Date.now()
    const attempt = anAttempt({ since: now - 20_000 })
    const shownOf = async (newest: AttemptView, isAnew: boolean, sending = false) => {
      playMain({ app: anAppState({ sending }) }, { 'activity:page': async () => succeed(pageOf([newest])) })
      await followMain(isAnew)
      return at()
    }
    expect([
      await shownOf(attempt, true),
      await shownOf(anAttempt({ since: now - 100_000 }), true),
      await shownOf(attempt, false),
      // It is the customer's before, while the next one's has not begun to be sent.
      await shownOf(attempt, true, true),
    ]).toEqual([
      { at: 'outcome', attempt, shown: null, storeId: '' },
      { at: 'scan' },
      { at: 'scan' },
      { at: 'scan' },
    ])
  })

  const ended = anAttempt({ since: Date.now() })
  const end = () => apply({ kind: 'attempt:changed', value: ended })
  const rest = () => apply({ kind: 'app:changed', value: anAppState({ readAt: 2 }) })
  const endAndRest = () => [end(), rest()]
  const sending = anAttempt({ state: 'sending' })

  it.each([
    ['before the answer was made', [], [endAndRest, endAndRest]],
    ['after the answer was made', [sending], [endAndRest, endAndRest]],
    ['and the till says later that nothing is being sent', [sending], [end, rest, () => undefined]],
  ])('shows it as it ended while the page asked for it, %s', async (_when, open, told) => {
    const [opens, left] = [[open, []], [...told]]
    const page = async () => {
      const tell = left.shift()
      if (tell === undefined) throw new Error('Main is asked once more than it has news')
      tell()
      return succeed(pageOf([ended], opens.shift()))
    }
    playMain({ app: anAppState({ sending: true, readAt: 1 }) }, { 'activity:page': page })
    await followMain(true)
    expect([at(), left]).toEqual([{ at: 'outcome', attempt: ended, shown: null, storeId: '' }, []])
  })

  it('leaves its outcome there for what was scanned meanwhile, which is to be scanned again', async () => {
    const page = pageOf([anAttempt({ since: Date.now() })])
    const main = playMain({}, { 'activity:page': async () => succeed(page) })
    await followMain(true)
    lookUpBuffered({ text: '483920174463', typed: false })
    expect([at().at, main.lookups, main.sounds]).toEqual(['outcome', [], ['refused_scan']])
    expect(store.getState().notice).toEqual({ kind: 'scan_refused' })
  })

  it('shows no other refund: without one under way, a change of an attempt leaves the counter alone', () => {
    playMain()
    attemptChanged(anAttempt({ state: 'sending' }))
    expect(at()).toEqual({ at: 'scan' })
  })
})
