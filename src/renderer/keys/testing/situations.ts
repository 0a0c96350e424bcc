import fc from 'fast-check'
import { attemptStates } from '../../../shared/attempt/attempt-states'
import { usualReasons } from '../../../shared/people/rules'
import { anAppState } from '../../../shared/testing/app-state-sample'
import { aRecord } from '../../../shared/testing/record-sample'
import type { CounterState } from '../../store/counter-state'
import type { OpenDialog, Place, State } from '../../store/store'
import { store } from '../../store/store'
import { type PlayedMain, playMain } from '../../store/testing/play-main'
import { anAttempt, aShown, aStale, lockedBy } from '../../store/testing/samples'

export const dialogs: readonly OpenDialog[] = [
  { at: 'keys' },
  { at: 'practice_sheet' },
  { at: 'scanner_test' },
  { at: 'decide' },
  { at: 'accept_lower' },
  { at: 'begin_journal' },
  { at: 'acknowledge', alarm: { of: 'line', line: 7 }, says: 'An alarm' },
  { at: 'release', line: 7 },
  { at: 'confirm', title: 'Sure?', meaning: [], confirm: 'Yes', act: () => undefined },
]
export const places: readonly Place[] = ['counter', 'activity', 'search', 'settings']

const lookup = { id: 'lookup-1', code: '483920174462', match: 'automatic', typed: false } as const
export const amount = { hundredths: 12050, currency: 'HKD' }
export const shown = aShown(1)

const shownAnyhow = fc.constantFrom(
  shown,
  aShown(1, { source: 'saved' }),
  aShown(1, { lock: lockedBy(anAttempt({ state: 'unconfirmed' })) }),
  aShown(1, { stale: aStale() }),
  aShown(1, { record: aRecord({ refunded: 12050, status: 'refunded' }) }),
)
const anyDraft = fc.record({
  scope: fc.constantFrom('full' as const, 'part' as const),
  amountText: fc.constantFrom('', '20.25', '999', 'x'),
  amountCheck: fc.constantFrom('typing' as const, 'asked' as const, 'taken' as const),
  reason: fc.constantFrom(null, ...usualReasons),
  otherReason: fc.constantFrom('', 'Torn'),
  confirmed: fc.boolean(),
})
const anyCounter: fc.Arbitrary<CounterState> = fc.oneof(
  fc.constant<CounterState>({ at: 'scan' }),
  fc.constant<CounterState>({ at: 'looking', lookup }),
  fc.constant<CounterState>({ at: 'missed', lookup, fault: { kind: 'code_empty' } }),
  shownAnyhow.map<CounterState>((each) => ({ at: 'receipt', shown: each })),
  fc
    .tuple(shownAnyhow, anyDraft)
    .map<CounterState>(([each, draft]) => ({ at: 'refund', shown: each, draft, needs: null })),
  fc.constant<CounterState>({ at: 'sending', amount, shown, attempt: null }),
  anyDraft.map<CounterState>((draft) => ({
    at: 'stopped',
    shown,
    draft,
    amount,
    fault: { kind: 'stale_answer' },
  })),
  fc.constant<CounterState>({ at: 'broken', shown, amount, detail: 'E-1' }),
  fc.constantFrom(...attemptStates).map<CounterState>((state) => ({
    at: 'outcome',
    attempt: anAttempt({ state }),
    shown: null,
    storeId: '',
  })),
)
const anyAppState = fc
  .record({
    mode: fc.constantFrom('practice' as const, 'service' as const, 'welcome' as const),
    offline: fc.boolean(),
    refundsOn: fc.boolean(),
  })
  .map(({ mode, offline, refundsOn }) =>
    anAppState({
      mode,
      connection: { state: offline ? 'offline' : 'online', since: '2026-11-21T09:00:00.000Z' },
      refunds: refundsOn ? { on: true } : { on: false, why: 'journal_damaged', replaceable: 'person' },
    }),
  )

/** The state that keys depend on. */
export type Situation = Pick<State, 'app' | 'place' | 'counter' | 'dialog' | 'drawerOpen'>
export const anySituation: fc.Arbitrary<Situation> = fc.record({
  app: anyAppState,
  place: fc.constantFrom(...places),
  counter: anyCounter,
  dialog: fc.constantFrom(null, null, null, ...dialogs),
  drawerOpen: fc.boolean(),
})

/** A window in this situation, over a main that records calls. */
export function storeIn(situation: Partial<Situation>): PlayedMain {
  return playMain(situation)
}

/** The state in this situation. */
export function stateIn(situation: Partial<Situation>): State {
  playMain(situation)
  return store.getState()
}
