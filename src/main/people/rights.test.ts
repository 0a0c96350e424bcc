import { describe, expect, it } from 'vitest'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { PeopleState } from '../../shared/people/people'
import { makeFakeClock } from '../system/testing/fake-clock'
import type { UnreadFault } from './kept-people'
import { makeRights } from './rights'

const idleMs = 120_000
const silent = fail({ kind: 'keychain_unavailable', detail: 'no answer' } as const)
const notStored = fail({ kind: 'token_not_the_stored' })
const held = fail({ kind: 'people_held' } as const)

type Till = {
  people: Result<PeopleState, UnreadFault>
  wasUsed: boolean
  /** Whether the service accepts the stored token. */
  accepts: boolean
  /** Whether that service was connected at a manager's last right proof. */
  bound: boolean
  /** Null where the keychain has no credentials entry. */
  wasConnected: boolean | null
}

const usual: Till = { people: succeed('set'), wasUsed: true, accepts: false, bound: true, wasConnected: true }
const noNote = { deviceId: null, journal: 'j-1', hasPeople: false }

const sam = { id: 'p-sam', name: 'Sam', role: 'manager' } as const
const ann = { id: 'p-ann', name: 'Ann', role: 'cashier' } as const
const bySam = { person: sam, role: 'manager' }
const tokenHolder = { person: null, role: 'manager' }

/** A till with a manager's PIN 482915, a cashier's PIN 4829, the token tok-1, and a clock that the test moves. */
function setUp(change: Partial<Till> = {}) {
  const till: Till = { ...usual, ...change }
  const clock = makeFakeClock()
  const changes: boolean[] = []
  const rights = makeRights({
    people: {
      view: async () => (till.people.ok ? succeed({ state: till.people.value, people: [] }) : till.people),
      isBoundTo: async () => till.bound,
      async prove(proof) {
        if (proof.with === 'pin' && proof.pin === '482915') return succeed(sam)
        if (proof.with === 'pin' && proof.pin === '4829') return succeed(ann)
        return fail({ kind: 'pin_wrong', waitSeconds: 0 })
      },
    },
    vault: {
      isStoredToken: async (token) => succeed(token === 'tok-1'),
      withCredentials: async (use) => succeed(await use({ address: 'https://pay.example', token: 'tok-1' })),
      note: async () =>
        succeed(till.wasConnected === null ? null : { ...noNote, wasConnected: till.wasConnected }),
    },
    acceptsToken: async () =>
      till.accepts ? succeed(null) : fail({ kind: 'token_not_accepted', httpStatus: 401, message: '' }),
    showsPayment: async ({ token }) => token === 'tok-new',
    wasUsed: () => till.wasUsed,
    clock,
  })
  const isOpen = () => rights.holder() !== null
  rights.changed.on(() => changes.push(isOpen()))
  return { rights, isOpen, till, pass: clock.advance, changes }
}

const byPin = (pin: string) => ({ with: 'pin', person: 'p-sam', pin }) as const
const byToken = (stored: string) => ({ with: 'token', stored }) as const

describe('the rights to help', () => {
  it('are opened by the PIN or by the token in use, and by nothing else', async () => {
    const { rights, isOpen } = setUp()
    const wrong = [
      await rights.begin(byPin('4829')),
      await rights.begin(byPin('111111')),
      await rights.begin(byToken('tok-2')),
      isOpen(),
    ]
    const right = [await rights.begin(byPin('482915')), rights.holder()]
    rights.end()
    const token = [await rights.begin(byToken('tok-1')), rights.holder()]
    expect([wrong, right, token]).toEqual([
      [fail({ kind: 'role_too_low' }), fail({ kind: 'pin_wrong', waitSeconds: 0 }), notStored, false],
      [succeed(bySam), bySam],
      [succeed(tokenHolder), tokenHolder],
    ])
  })

  it('end two minutes after they were last used, and signal both their beginning and their end', async () => {
    const { rights, isOpen, pass, changes } = setUp()
    await rights.begin(byPin('482915'))
    await pass(idleMs - 1)
    rights.use()
    await pass(idleMs - 1)
    const still = isOpen()
    await pass(1)
    rights.use()
    expect([still, isOpen(), changes]).toEqual([true, false, [true, false]])
  })

  it('end ten minutes after the last right proof, however much they are used', async () => {
    const { rights, isOpen, pass, changes } = setUp()
    await rights.begin(byPin('482915'))
    const open: boolean[] = []
    for (const step of [...Array(5).fill(100_000), 99_999, 1]) {
      await pass(step)
      rights.use()
      open.push(isOpen())
    }
    await rights.begin(byPin('482915'))
    await pass(100_000)
    const outcome = [open, isOpen(), changes]
    expect(outcome).toEqual([[true, true, true, true, true, true, false], true, [true, false, true]])
  })

  it('are not prolonged by a wrong proof', async () => {
    const { rights, isOpen, pass } = setUp()
    await rights.begin(byPin('482915'))
    await pass(idleMs - 1)
    await rights.begin(byPin('111111'))
    await pass(1)
    expect(isOpen()).toBe(false)
  })

  const gone: Partial<Till> = { wasConnected: null }
  const none: Partial<Till> = { people: succeed('none') }
  it.each<[string, Partial<Till>, unknown]>([
    ['the PIN where there is one', {}, succeed('person')],
    ['the PIN though the credentials were deleted', gone, succeed('person')],
    ['the token where there is no PIN', none, succeed('token')],
    ['the token where the PIN was wrong too often', { people: succeed('stopped') }, succeed('token')],
    ['the token where the PIN was deleted', { people: succeed('damaged') }, succeed('token')],
    [
      'a token where PIN and credentials were deleted',
      { ...gone, people: succeed('damaged') },
      succeed('token'),
    ],
    ['nothing on a new till', { ...none, ...gone, wasUsed: false }, succeed('nothing')],
    ['nothing on one with a record, never connected', { ...none, wasConnected: false }, succeed('nothing')],
    ['a token where its entry is gone and there is a record', { ...none, ...gone }, succeed('token')],
    [
      'nothing where no keychain ever worked',
      { ...gone, people: silent, wasUsed: false },
      succeed('nothing'),
    ],
    ['a keychain that answers, on a till that was in use', { people: silent }, silent],
    ['to read the people, whether or not it was in use', { ...gone, people: held, wasUsed: false }, held],
  ])('need %s', async (_what, change, needed) => {
    expect(await setUp(change).rights.needs()).toEqual(needed)
  })

  it('are opened by the token that replaced the stored one at the service, once that is refused there', async () => {
    const { rights, isOpen } = setUp({ people: succeed('none') })
    const stored = setUp({ people: succeed('none'), accepts: true }).rights
    const begun = [await rights.begin(byToken('tok-new')), isOpen(), await stored.begin(byToken('tok-new'))]
    expect(begun).toEqual([succeed(tokenHolder), true, notStored])
  })

  it('are not opened by an empty or a lost token', async () => {
    const { rights, isOpen } = setUp({ people: succeed('damaged') })
    expect([await rights.begin(byToken('')), isOpen()]).toEqual([notStored, false])
  })

  it('make anybody who guesses tokens wait, by the monotonic clock', async () => {
    const { rights, pass } = setUp()
    for (let tries = 0; tries < 3; tries += 1) await rights.begin(byToken('tok-2'))
    const throttled = await rights.begin(byToken('tok-1'))
    await pass(30_000)
    expect([throttled, await rights.begin(byToken('tok-1'))]).toEqual([
      fail({ kind: 'pin_throttled', waitSeconds: 30 }),
      succeed(tokenHolder),
    ])
  })

  it.each(['stopped', 'damaged'] as const)(
    'are opened by the stored token where people are %s only if the service connected before accepts it',
    async (state) => {
      const { rights, till, pass } = setUp({ people: succeed(state) })
      const refused = await rights.begin(byToken('tok-1'))
      Object.assign(till, { accepts: true, bound: false })
      const elsewhere = await rights.begin(byToken('tok-1'))
      till.bound = true
      await pass(60_000)
      const begun = [refused, elsewhere, await rights.begin(byToken('tok-1'))]
      expect(begun).toEqual([notStored, notStored, succeed(tokenHolder)])
    },
  )
})
