import { anAppState } from '../../../shared/testing/app-state-sample'
import { lookupId } from '../../../shared/testing/lookup-id'
import { apply } from '../../boot/follow-main'
import { type Sound, type State, store } from '../store'
import { type FakeAnswers, FakeMain } from './fake-main'

/** A main in the preload's place, whose window has just opened with this state, follows it and is heard. */
export class PlayedMain extends FakeMain {
  readonly sounds: Sound[] = []
}

/** Puts the store back as it is when the window opens on a connected till, with what a test wants different. */
export function resetStore(state: Partial<State> = {}): void {
  store.setState({ ...store.getInitialState(), app: anAppState(), ...state }, true)
}

let stop: () => void = () => undefined

/**
 * Opens the window anew over a main of the test's own, which answers what is given here otherwise. Lookups are numbered
 * from 1 (`lookupId`).
 */
export function playMain(state: Partial<State> = {}, answers: FakeAnswers = {}): PlayedMain {
  stop()
  const main = new PlayedMain(answers)
  let lookups = 0
  const randomUUID = () => {
    lookups += 1
    return lookupId(lookups)
  }
  Object.assign(crypto, { randomUUID })
  // A unit test has no page: `window` is where the preload would put main.
  Object.assign(globalThis, { window: globalThis, tillside: main.api })
  resetStore(state)
  main.api.onEvent(apply)
  stop = store.subscribe(({ sounded }, before) => {
    if (sounded !== before.sounded && sounded.sound !== null) main.sounds.push(sounded.sound)
  })
  return main
}
