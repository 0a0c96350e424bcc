import { describe, expect, it } from 'vitest'
import { theCashier } from '../../shared/testing/app-state-sample'
import { makeFakeClock } from '../system/testing/fake-clock'
import { makeSignIn } from './rights'

const ann = theCashier
const ben = { ...theCashier, id: 'p-ben', name: 'Ben' }
const minute = 60_000

function setUp() {
  const clock = makeFakeClock()
  const till = { sending: false }
  const told: string[] = []
  const signIn = makeSignIn({ isSending: () => till.sending, lockAfterMs: () => 3 * minute, clock })
  signIn.happened.on(({ person, out }) => told.push(`${person.name} ${out ?? 'in'}`))
  const locked = () => signIn.current()?.locked
  return { clock, till, told, signIn, locked }
}

describe('the person who serves at a staffed till', () => {
  it('is locked out after three minutes without a touch, and no sooner', async () => {
    const { clock, told, signIn, locked } = setUp()
    signIn.begin(ann)
    await clock.advance(3 * minute - 1)
    signIn.use()
    await clock.advance(3 * minute - 1)
    const still = locked()
    await clock.advance(1)
    signIn.use()
    expect([still, locked(), told]).toEqual([false, true, ['Ann in', 'Ann idle']])
  })

  it('is not locked out for want of a touch while a refund is being sent', async () => {
    const { clock, till, signIn, locked } = setUp()
    signIn.begin(ann)
    await clock.advance(2 * minute)
    till.sending = true
    await clock.advance(2 * minute)
    till.sending = false
    await clock.advance(2 * minute - 1)
    const after = locked()
    await clock.advance(minute + 1)
    expect([after, locked()]).toEqual([false, true])
  })

  it('is locked out after a refund that is being sent, whoever touches a key meanwhile', async () => {
    const { clock, till, signIn, locked } = setUp()
    signIn.begin(ann)
    till.sending = true
    signIn.lock('idle')
    signIn.use()
    till.sending = false
    await clock.advance(minute)
    expect(locked()).toBe(true)
  })

  it('is never locked out while a refund is being sent, but right afterwards', async () => {
    const { clock, till, told, signIn, locked } = setUp()
    signIn.begin(ann)
    till.sending = true
    signIn.lock('key')
    await clock.advance(10 * minute)
    const during = locked()
    till.sending = false
    await clock.advance(1000)
    expect([during, locked(), told]).toEqual([false, true, ['Ann in', 'Ann key']])
  })

  it('is signed out by the next person, once', () => {
    const { told, signIn } = setUp()
    signIn.begin(ann)
    signIn.begin(ben)
    signIn.lock('refund')
    signIn.lock('key')
    signIn.begin(ann)
    expect([signIn.current(), told]).toEqual([
      { person: ann, locked: false },
      ['Ann in', 'Ann other', 'Ben in', 'Ben refund', 'Ann in'],
    ])
  })

  it('follows changes of people: another name or role, or nobody any more', () => {
    const { told, signIn } = setUp()
    signIn.begin(ann)
    signIn.follow([{ ...ann, name: 'Anna', role: 'supervisor' }, ben])
    const changed = signIn.current()
    signIn.follow([ben])
    expect([changed, signIn.current(), told]).toEqual([
      { person: { id: 'p-ann', name: 'Anna', role: 'supervisor' }, locked: false },
      null,
      ['Ann in', 'Anna removed'],
    ])
  })

  it('is signed out when the program ends, and no timer runs later', async () => {
    const { clock, told, signIn } = setUp()
    signIn.begin(ann)
    signIn.close()
    await clock.advance(10 * minute)
    expect([signIn.current(), told]).toEqual([null, ['Ann in', 'Ann closed']])
  })
})
