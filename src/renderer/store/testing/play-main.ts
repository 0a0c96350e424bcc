import { succeed } from '../../../shared/base/result'
import type { ShownTransaction } from '../../../shared/contract/contract'
import { anAppState } from '../../../shared/testing/app-state-sample'
import { lookupId } from '../../../shared/testing/lookup-id'
import { takeScan } from '../../actions/lookups'
import { editDraft, startRefund } from '../../actions/refunds'
import { apply } from '../../boot/window'
import type { RefundDraft } from '../counter-state'
import { type Sound, type State, store } from '../store'
import { type FakeAnswers, FakeMain } from './fake-main'
import { aShown } from './samples'

/** A played main, with a window that has just opened with this state and follows it. */
export class PlayedMain extends FakeMain {
  readonly sounds: Sound[] = []
}

/** Resets the store to a connected till, with changes. */
export function resetStore(state: Partial<State> = {}): void {
  store.setState({ ...store.getInitialState(), app: anAppState(), ...state }, true)
}

let stop: () => void = () => undefined

/** Opens the window over a played main with these answers. Lookups are numbered from 1 (`lookupId`). */
export function playMain(state: Partial<State> = {}, answers: FakeAnswers = {}): PlayedMain {
  stop()
  const main = new PlayedMain({ 'app:read': async () => succeed(store.getState().app), ...answers })
  let lookups = 0
  const randomUUID = () => {
    lookups += 1
    return lookupId(lookups)
  }
  Object.assign(crypto, { randomUUID })
  // A unit test has no `window`.
  Object.assign(globalThis, { window: globalThis, tillside: main.api })
  resetStore(state)
  main.api.onEvent(apply)
  stop = store.subscribe(({ sounded }, before) => {
    if (sounded !== before.sounded && sounded.sound !== null) main.sounds.push(sounded.sound)
  })
  return main
}

/** A counter with this receipt on it, by lookup 1. */
export async function playReceipt(shown: ShownTransaction = aShown(1)): Promise<PlayedMain> {
  const main = playMain()
  void takeScan('483920174462')
  await main.answerLookup(0, succeed(shown))
  return main
}

/** The same with its form filled in. */
export async function playForm(draft: Partial<RefundDraft> = { reason: 'damaged' }): Promise<PlayedMain> {
  const main = await playReceipt()
  startRefund()
  editDraft(draft)
  return main
}
