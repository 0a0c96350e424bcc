import { describe, expect, it } from 'vitest'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { anAppState } from '../../shared/testing/app-state-sample'
import { FakeMain, fakeBridge, settled } from '../store/testing/fake-main'
import { superviseCalls } from './supervised-api'

/** Main refuses to forget the copies until a supervisor has shown the PIN. */
function setUp() {
  const main = new FakeMain()
  let asked = 0
  let allowed = false
  const api = superviseCalls(
    fakeBridge(
      {
        ...main.answers,
        'copies:forget': async () => {
          asked += 1
          return allowed ? succeed({}) : fail({ kind: 'act_needs_supervisor', by: 'token' } as const)
        },
      },
      () => () => 'stopped',
    ),
    () => main.store,
  )
  const prove = () => {
    allowed = true
    main.store.setState({ app: anAppState({ supervisorSession: true }) })
    main.store.getState().closeDialog()
  }
  return { main, api, prove, asked: () => asked }
}

describe('a call that only a supervisor may make', () => {
  it('asks for the proof that main wants, and is made again once it was given', async () => {
    const { main, api, prove, asked } = setUp()
    const answer = api.call('copies:forget')
    await settled()
    const { dialog, askedProof } = main.store.getState()
    prove()
    expect([dialog, askedProof, await answer, asked()]).toEqual(['supervisor', 'token', succeed({}), 2])
  })

  it('is answered with main’s refusal when the dialog was closed, and main is not asked again', async () => {
    const { main, api, asked } = setUp()
    const answer: Promise<Result<unknown, Fault>> = api.call('copies:forget')
    await settled()
    main.store.getState().closeDialog()
    expect([await answer, asked()]).toEqual([fail({ kind: 'act_needs_supervisor', by: 'token' }), 1])
  })

  it('leaves every other call and the events as they are', async () => {
    const { main, api } = setUp()
    const state = await api.call('app:read')
    const stop = api.onEvent(() => undefined)
    expect([state, stop(), main.store.getState().dialog]).toEqual([succeed(anAppState()), 'stopped', null])
  })
})
