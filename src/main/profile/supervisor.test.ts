import { describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../shared/result'
import type { KeychainFault } from '../vault/keychain'
import type { PinState } from '../vault/pin'
import { makeSupervisorSession, sessionIdleTime, sessionLimit } from './supervisor'

const silent = fail({ kind: 'keychain_unavailable', detail: 'no answer' } as const)

type Till = {
  pin: Result<PinState, KeychainFault>
  wasUsed: boolean
  /** Null where the keychain has no entry of the credentials. */
  wasConnected: boolean | null
}

const noNote = { deviceId: null, journal: 'j-1', hasPin: false }

/** A till with the PIN 482915 and the token tok-1, and a clock that the test moves. */
function setUp(change: Partial<Till> = {}) {
  const till: Till = { pin: succeed('set'), wasUsed: true, wasConnected: true, ...change }
  let time = 1000
  let timer: { at: number; callBack: () => void } | null = null
  const changes: boolean[] = []
  const session = makeSupervisorSession({
    supervisorPin: {
      state: async () => till.pin,
      check: async (pin) => (pin === '482915' ? succeed(null) : fail({ kind: 'pin_wrong', waitSeconds: 0 })),
    },
    vault: {
      isStoredToken: async (token) => succeed(token === 'tok-1'),
      withCredentials: async (use) => succeed(await use({ address: 'https://pay.example', token: 'tok-1' })),
      note: async () =>
        succeed(till.wasConnected === null ? null : { ...noNote, wasConnected: till.wasConnected }),
    },
    acceptsToken: async () => fail({ kind: 'token_not_accepted', httpStatus: 401, message: '' }),
    showsPayment: async ({ token }) => token === 'tok-new',
    wasUsed: () => till.wasUsed,
    clock: {
      monotonic: () => time,
      after(milliseconds, callBack) {
        const own = { at: time + milliseconds, callBack }
        timer = own
        return () => {
          if (timer === own) timer = null
        }
      },
    },
  })
  session.changed.on(() => changes.push(session.isOpen()))
  const pass = (milliseconds: number) => {
    time += milliseconds
    const due = timer
    if (due === null || due.at > time) return
    timer = null
    due.callBack()
  }
  return { session, till, pass, changes }
}

const byPin = (pin: string) => ({ with: 'pin', pin }) as const
const byToken = (stored: string) => ({ with: 'token', stored }) as const

describe('a supervisor’s session', () => {
  it('is opened by the PIN or by the token in use, and by nothing else', async () => {
    const { session } = setUp()
    const wrong = [
      await session.begin(byPin('111111')),
      await session.begin(byToken('tok-2')),
      session.isOpen(),
    ]
    const right = [await session.begin(byPin('482915')), session.isOpen()]
    session.end()
    const token = [await session.begin(byToken('tok-1')), session.isOpen()]
    expect([wrong, right, token]).toEqual([
      [fail({ kind: 'pin_wrong', waitSeconds: 0 }), fail({ kind: 'token_not_the_stored' }), false],
      [succeed(null), true],
      [succeed(null), true],
    ])
  })

  it('ends two minutes after it was last used, and tells of both ends', async () => {
    const { session, pass, changes } = setUp()
    await session.begin(byPin('482915'))
    pass(sessionIdleTime - 1)
    session.use()
    pass(sessionIdleTime - 1)
    const still = session.isOpen()
    pass(1)
    session.use()
    expect([sessionIdleTime, still, session.isOpen(), changes]).toEqual([120_000, true, false, [true, false]])
  })

  it('ends ten minutes after the last right proof, however much is done with it', async () => {
    const { session, pass, changes } = setUp()
    await session.begin(byPin('482915'))
    const open = [1, 2, 3, 4, 5, 6].map(() => {
      pass(100_000)
      session.use()
      return session.isOpen()
    })
    await session.begin(byPin('482915'))
    pass(100_000)
    expect([sessionLimit, open, session.isOpen(), changes]).toEqual([
      600_000,
      [true, true, true, true, true, false],
      true,
      [true, false, true],
    ])
  })

  it('is not prolonged by a wrong proof', async () => {
    const { session, pass } = setUp()
    await session.begin(byPin('482915'))
    pass(sessionIdleTime - 1)
    await session.begin(byPin('111111'))
    pass(1)
    expect(session.isOpen()).toBe(false)
  })

  it.each<[string, Partial<Till>, unknown]>([
    ['the PIN where there is one', {}, succeed('pin')],
    ['the PIN though the credentials were deleted', { wasConnected: null }, succeed('pin')],
    ['the token where there is no PIN yet', { pin: succeed('none') }, succeed('token')],
    ['the token where the PIN was wrong too often', { pin: succeed('stopped') }, succeed('token')],
    ['the token where the PIN was deleted', { pin: succeed('damaged') }, succeed('token')],
    [
      'a token that nobody has where PIN and credentials were deleted',
      { pin: succeed('damaged'), wasConnected: null },
      succeed('token'),
    ],
    [
      'nothing on a new till',
      { pin: succeed('none'), wasUsed: false, wasConnected: null },
      succeed('nothing'),
    ],
    [
      'nothing on one that has a record and was never connected',
      { pin: succeed('none'), wasConnected: false },
      succeed('nothing'),
    ],
    [
      'a token that nobody has where it was forgotten and there is no PIN',
      { pin: succeed('none') },
      succeed('token'),
    ],
    [
      'a token that nobody has where its entry is gone and a record lies there',
      { pin: succeed('none'), wasConnected: null },
      succeed('token'),
    ],
    [
      'nothing where no keychain ever worked',
      { pin: silent, wasUsed: false, wasConnected: null },
      succeed('nothing'),
    ],
    ['a keychain that answers, on a till that was in use', { pin: silent }, silent],
  ])('needs %s', async (_what, change, needed) => {
    expect(await setUp(change).session.needs()).toEqual(needed)
  })

  it('is opened by the token that took the stored one’s place at the service', async () => {
    const { session } = setUp({ pin: succeed('none') })
    expect([await session.begin(byToken('tok-new')), session.isOpen()]).toEqual([succeed(null), true])
  })

  it('is not opened by an empty or a lost token', async () => {
    const { session } = setUp({ pin: succeed('damaged') })
    expect([await session.begin(byToken('')), session.isOpen()]).toEqual([
      fail({ kind: 'token_not_the_stored' }),
      false,
    ])
  })

  it('makes whoever guesses tokens wait, by a clock that nobody can set', async () => {
    const { session, pass } = setUp()
    for (let tries = 0; tries < 3; tries += 1) await session.begin(byToken('tok-2'))
    const throttled = await session.begin(byToken('tok-1'))
    pass(30_000)
    expect([throttled, await session.begin(byToken('tok-1'))]).toEqual([
      fail({ kind: 'pin_throttled', waitSeconds: 30 }),
      succeed(null),
    ])
  })
})
