import { describe, expect, it } from 'vitest'
import type { AppState } from '../../shared/contract/contract'
import { anAppState } from '../../shared/testing/app-state-sample'
import { logInto } from '../system/testing/log-into'
import { makeWindowEvents } from './answer'

const appState = anAppState()

function setUp() {
  const told: unknown[] = []
  let gone = false
  const windowEvents = makeWindowEvents(
    {
      isDestroyed: () => gone,
      webContents: { isDestroyed: () => gone, send: (channel, event) => told.push([channel, event]) },
    },
    logInto(told),
  )
  return {
    windowEvents,
    told,
    close: () => {
      gone = true
    },
  }
}

describe('telling the window', () => {
  it('sends what the contract describes and nothing besides', () => {
    const { windowEvents, told } = setUp()
    const more: AppState & { token2: string } = { ...appState, token2: 'must not leave' }
    windowEvents.push('app:changed', more)
    expect(told).toEqual([['event', { kind: 'app:changed', value: appState }]])
  })

  it('sends nothing that does not fit, and logs it', () => {
    const { windowEvents, told } = setUp()
    windowEvents.push('app:changed', { ...appState, undecided: -1 })
    expect(told).toEqual([expect.stringMatching(/^app:changed does not fit the contract\./)])
  })

  it('is over when the window is gone or another session has it', () => {
    const [left, right] = [setUp(), setUp()]
    left.close()
    right.windowEvents.close()
    for (const { windowEvents } of [left, right]) windowEvents.push('app:changed', appState)
    expect([left.told, right.told]).toEqual([[], []])
  })
})
