import { describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import { anAppState, thePeople } from '../../shared/testing/app-state-sample'
import { closeDialog } from '../actions/navigation'
import { ask, call, receive } from './main'
import { store } from './store'
import { playMain, settled } from './testing/play-main'

/** A main that answers on demand, and what was taken. */
function slowMain() {
  const answers: ((answer: Result<string, Fault>) => void)[] = []
  const taken: Result<string, Fault>[] = []
  const askOnce = () =>
    receive(new Promise<Result<string, Fault>>((answer) => answers.push(answer)), (answer) =>
      taken.push(answer),
    )
  return { answers, taken, askOnce }
}

it('a question to main has its answer taken once, and none when it was called off, however late or early that comes', async () => {
  const { answers, taken, askOnce } = slowMain()
  const callOff = askOnce()
  answers[0]?.(succeed('old'))
  callOff()
  const callOffNext = askOnce()
  callOffNext()
  answers[1]?.(succeed('older'))
  askOnce()
  answers[2]?.(succeed('new'))
  await settled()
  expect(taken).toEqual([succeed('new')])
})

const notAllowed = { kind: 'act_needs_role', role: 'manager', by: 'token' } as const

/** Main refuses to delete the copies without a manager. */
function setUp() {
  let asked = 0
  let allowed = false
  const forget = async () => {
    asked += 1
    return allowed ? succeed({}) : fail(notAllowed)
  }
  playMain({}, { 'copies:forget': forget })
  const prove = () => {
    allowed = true
    store.setState({ app: anAppState({ people: thePeople({ rights: 'manager' }) }) })
    closeDialog()
  }
  return { prove, asked: () => asked }
}

describe('a call that only a manager may make', () => {
  it('asks for the proof that main wants, and is made again once it was given', async () => {
    const { prove, asked } = setUp()
    const answer = call('copies:forget')
    await settled()
    const { dialog } = store.getState()
    prove()
    expect(dialog).toEqual({ at: 'rights', role: 'manager', by: 'token' })
    expect([await answer, asked()]).toEqual([succeed({}), 2])
  })

  it('is answered with main’s refusal when the dialog was closed, and main is not asked again', async () => {
    const { asked } = setUp()
    const answer: Promise<Result<unknown, Fault>> = call('copies:forget')
    await settled()
    closeDialog()
    expect([await answer, asked()]).toEqual([fail(notAllowed), 1])
  })

  it('asks for no proof on a till that was locked before main answered', async () => {
    const { asked } = setUp()
    const answer: Promise<Result<unknown, Fault>> = call('copies:forget')
    store.setState({ app: anAppState({ people: thePeople({ locked: true }) }) })
    await settled()
    expect(store.getState().dialog).toBeNull()
    expect([await answer, asked()]).toEqual([fail(notAllowed), 1])
  })

  it('leaves every other call as it is', async () => {
    setUp()
    expect([await call('app:read'), store.getState().dialog]).toEqual([succeed(anAppState()), null])
  })
})

describe('a call whose failure is a message', () => {
  it('answers what main says, and nothing after a fault, which is said', async () => {
    playMain({}, { 'activity:open': async () => fail({ kind: 'attempt_unknown' }) })
    expect(await ask('app:read')).toEqual(anAppState())
    expect(await ask('activity:open', { marker: 'R-7K3QX9A2MD' })).toBeUndefined()
    expect(store.getState().faults).toEqual([{ kind: 'fault', fault: { kind: 'attempt_unknown' } }])
  })

  it('over a broken bridge is a bug that is said', async () => {
    playMain({}, { 'app:read': () => Promise.reject(new Error('no such channel')) })
    expect(await ask('app:read')).toBeUndefined()
    const fault = { kind: 'bug', detail: 'no such channel' }
    expect(store.getState().faults).toEqual([{ kind: 'fault', fault }])
  })
})
