import { anAppState } from '../../../shared/testing/app-state-sample'
import { lookupId } from '../../../shared/testing/lookup-id'
import { apply } from '../../boot/window'
import { type Sound, type State, store } from '../store'
import { type FakeAnswers, FakeMain } from './fake-main'

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
  const main = new PlayedMain(answers)
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
