import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { AppState } from '../../shared/contract/contract'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { atRest } from '../system/testing/fake-clock'
import { logInto } from '../system/testing/log-into'
import { type Handlers, isOurWindow, type MayCall, makeAnswerCall, makeWindowEvents } from './answer'
import { type CallEvent, receiveCalls } from './receive-calls'

type Listener = (event: CallEvent, channel: unknown, input: unknown) => Promise<unknown>

const bug = fail({ kind: 'bug', detail: 'E-00FF00' })
const ours: CallEvent = { sender: { id: 3 }, senderFrame: { url: 'app://tillside/index.html', parent: null } }

function setUp(some: Partial<Handlers>, mayCall?: MayCall) {
  const taken = takeCalls(some, mayCall)
  taken.begin()
  return taken
}

/** Received calls, which wait. */
function takeCalls(some: Partial<Handlers>, mayCall: MayCall = async () => succeed(null)) {
  const listeners = new Map<string, Listener>()
  const logged: string[] = []
  const channels = receiveCalls({ handle: (channel, listener) => listeners.set(channel, listener) })
  const answerCall = makeAnswerCall({
    isOurs: isOurWindow(3),
    // A test gives each handler that may be called; any other is a bug.
    answering: async () => ({ handlers: some as Handlers, mayCall }),
    log: logInto(logged),
  })
  const call = (channel: unknown, input: unknown, event = ours) =>
    listeners.get('call')?.(event, channel, input) ?? Promise.reject(new Error('nobody listens'))
  return { call, logged, asked: channels.asked, begin: () => channels.begin(answerCall) }
}

describe('a call from the window', () => {
  it.each(['lookup', 'toString', '__proto__', '', 7, null, undefined, ['app:read'], { channel: 'app:read' }])(
    'is refused on %j, which is no channel of the contract',
    async (channel) => {
      const { call, logged } = setUp({})
      const elsewhere = { ...ours, senderFrame: null }
      expect([await call(channel, {}), await call(channel, {}, elsewhere), logged]).toEqual([
        fail({ kind: 'request_malformed', detail: 'There is no such channel' }),
        fail({ kind: 'sender_rejected' }),
        ['An unknown channel was called by a page that is not ours.'],
      ])
    },
  )

  it('is told of when it is the first, and waits for what answers it, which is loaded then', async () => {
    const { call, begin, asked } = takeCalls({ 'practice:enter': () => succeed({}) })
    let answered = false
    const answer = call('practice:enter', {}).finally(() => {
      answered = true
    })
    await asked
    await atRest()
    const before = answered
    begin()
    expect([before, await answer]).toEqual([false, succeed({})])
  })

  it('is answered with what the handler answers, parsed on both ways', async () => {
    const { call } = setUp({
      'settings:save': (input) => fail({ kind: 'settings_not_saved', detail: JSON.stringify(input) }),
      'window:report-error': ({ place }) => succeed({ reference: place }),
    })
    expect([
      await call('settings:save', { cashier: '  Ana ' }),
      await call('window:report-error', { place: 'paper', message: '' }),
    ]).toEqual([
      fail({ kind: 'settings_not_saved', detail: '{"cashier":"Ana"}' }),
      succeed({ reference: 'paper' }),
    ])
  })

  it.each([
    ['nothing', undefined],
    ['a field too many', { lookup: lookupId(1), code: 'a', match: 'automatic', more: 1 }],
    ['a lookup without an id', { lookup: 1, code: 'a', match: 'automatic' }],
    ['a wrong word', { lookup: lookupId(1), code: 'a', match: 'anything' }],
    ['a code without end', { lookup: lookupId(1), code: 'a'.repeat(5000), match: 'automatic' }],
  ])('is refused with %s before anything runs', async (_name, input) => {
    const { call, logged } = setUp({})
    const malformed = fail({ kind: 'request_malformed', detail: expect.any(String) })
    expect([await call('lookup:find', input), logged]).toEqual([malformed, []])
  })

  it.each([
    ['another window', { ...ours, sender: { id: 4 } }],
    ['a frame that has gone', { ...ours, senderFrame: null }],
    ['a frame inside the page', { ...ours, senderFrame: { url: 'app://tillside/index.html', parent: {} } }],
    ['another page', { ...ours, senderFrame: { url: 'https://tillside/index.html', parent: null } }],
  ])('is rejected from %s', async (_name, event) => {
    const { call, logged } = setUp({})
    expect([await call('app:read', {}, event), logged]).toEqual([
      fail({ kind: 'sender_rejected' }),
      ['app:read was called by a page that is not ours.'],
    ])
  })

  it('runs nothing when whoever calls may not', async () => {
    const asked: unknown[] = []
    const refused = fail({ kind: 'act_needs_role', role: 'manager', by: 'person' } as const)
    const handlers = { 'token:forget': () => fail({ kind: 'bug', detail: 'ran' } as const) }
    const { call, logged } = setUp(handlers, async (channel, input) => {
      asked.push([channel, input])
      return refused
    })
    const outcome = [await call('token:forget', {}), asked, logged]
    expect(outcome).toEqual([refused, [['token:forget', {}]], []])
  })

  it('is answered as a bug, with a reference, when a handler throws', async () => {
    const broken = () => {
      throw new Error('no disk')
    }
    const { call, logged } = setUp({ 'app:read': broken })
    expect([await call('app:read', {}), logged]).toEqual([bug, ['app:read failed. no disk']])
  })

  it('is answered as a bug when the answer is not of the contract', async () => {
    const { call, logged } = setUp({ 'outage:take-list': () => succeed({ name: 'a', codes: 0.5 }) })
    expect([await call('outage:take-list', { name: 'a', content: new Uint8Array() }), logged]).toEqual([
      bug,
      ['outage:take-list failed. codes: Invalid input: expected int, received number'],
    ])
  })
})

describe('telling the window', () => {
  const appState = anAppState()

  function windowOfTest() {
    const told: unknown[] = []
    const state = { isGone: false }
    const isDestroyed = () => state.isGone
    const send = (channel: string, event: unknown) => told.push([channel, event])
    const windowEvents = makeWindowEvents({ isDestroyed, webContents: { isDestroyed, send } }, logInto(told))
    return { windowEvents, told, state }
  }

  it('sends what the contract describes and nothing besides', () => {
    const { windowEvents, told } = windowOfTest()
    const more: AppState & { token2: string } = { ...appState, token2: 'must not leave' }
    windowEvents.push('app:changed', more)
    expect(told).toEqual([['event', { kind: 'app:changed', value: appState }]])
  })

  it('sends nothing that does not fit, and logs it', () => {
    const { windowEvents, told } = windowOfTest()
    windowEvents.push('app:changed', { ...appState, undecided: -1 })
    expect(told).toEqual([expect.stringMatching(/^app:changed does not fit the contract\./)])
  })

  it('is over when the window is gone or another session has it', () => {
    const [left, right] = [windowOfTest(), windowOfTest()]
    left.state.isGone = true
    right.windowEvents.close()
    for (const { windowEvents } of [left, right]) windowEvents.push('app:changed', appState)
    expect([left.told, right.told]).toEqual([[], []])
  })
})
