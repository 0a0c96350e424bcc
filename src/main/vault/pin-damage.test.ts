import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import { vaultName } from './keychain'
import { makeSupervisorPin } from './pin'
import { pin, right, till, tillWithPin } from './testing/pin-till'

const record = vaultName('supervisor pin', '/p')
const credentials = vaultName('payment service', '/p')

/** What whoever found something else is answered. */
const other = fail({ kind: 'pin_wrong', waitSeconds: 0 })

describe('a keychain that does not work', () => {
  it('answers that, and looks at no PIN that it cannot count', async () => {
    const { keychain, supervisor, vault } = await tillWithPin()
    const readOnly = {
      ...keychain,
      write: async () => fail({ kind: 'keychain_unavailable', detail: 'full' } as const),
    }
    const uncounted = makeSupervisorPin({
      keychain: readOnly,
      profile: '/p',
      credentials: vault(),
    })
    keychain.breakIt()
    const broken = fail({ kind: 'keychain_unavailable', detail: 'broken' })
    expect([await supervisor.state(), await supervisor.check(pin)]).toEqual([broken, broken])
    keychain.mendIt()
    expect(await uncounted.check(pin)).toEqual(fail({ kind: 'keychain_unavailable', detail: 'full' }))
  })

  it.each(['', 'null', '{"salt":"x"}'])(
    'calls a record damaged that is %j, and takes no PIN',
    async (odd) => {
      const { keychain, supervisor } = await tillWithPin()
      keychain.secrets.set(record, odd)
      const damaged = fail({ kind: 'pin_damaged' })
      expect([
        await supervisor.state(),
        await supervisor.check(pin),
        await supervisor.keep('other-1', 'set'),
        await supervisor.keep('other-1', 'none'),
        keychain.secrets.get(record),
      ]).toEqual([succeed('damaged'), damaged, other, other, odd])
    },
  )
})

describe('replacing a damaged record', () => {
  it('takes the new PIN, which must not be weak', async () => {
    const { keychain, supervisor } = await tillWithPin()
    keychain.secrets.set(record, 'odd')
    expect([
      await supervisor.keep('1111', 'damaged'),
      await supervisor.state(),
      await supervisor.keep('other-1', 'damaged'),
      await supervisor.check('other-1'),
    ]).toEqual([fail({ kind: 'pin_weak' }), succeed('damaged'), right, right])
  })

  it('leaves a PIN that can be read, and sets none where there is none', async () => {
    const withPin = await tillWithPin()
    const without = till()
    await withPin.supervisor.keep('other-1', 'damaged')
    await without.start().keep('other-1', 'damaged')
    expect([await withPin.supervisor.check(pin), [...without.keychain.secrets]]).toEqual([right, []])
  })
})

describe('a record that is missing', () => {
  it('is damage and not "none" where the credentials say that there is a PIN: nobody becomes supervisor so', async () => {
    const { keychain, supervisor, restart } = await tillWithPin()
    keychain.secrets.delete(record)
    const damaged = fail({ kind: 'pin_damaged' })
    for (const one of [supervisor, restart()]) {
      expect([
        await one.state(),
        await one.check('my-own-1'),
        await one.keep('my-own-1', 'none'),
        keychain.secrets.has(record),
      ]).toEqual([succeed('damaged'), damaged, other, false])
    }
    const last = restart()
    expect([await last.keep('other-1', 'damaged'), await last.check('other-1')]).toEqual([right, right])
  })

  it('is damage too when the credentials were deleted with it, on a till that was in use', async () => {
    const { keychain, profile, restart, vault } = await tillWithPin()
    profile.wasUsed = true
    keychain.secrets.clear()
    const before = await restart().state()
    // Whoever connects the till anew does not become its supervisor by that.
    await vault().save({ address: 'https://pay.example', token: 'a-token' })
    expect([before, await restart().state()]).toEqual([succeed('damaged'), succeed('damaged')])
  })

  it('is none on a till that never had one', async () => {
    const { start, vault } = till()
    await vault().save({ address: 'https://pay.example', token: 'a-token' })
    expect(await start().state()).toEqual(succeed('none'))
  })

  it('is nothing that can be said while the keychain answers "nothing" without meaning it', async () => {
    const { keychain, profile, supervisor, restart } = await tillWithPin()
    profile.wasUsed = true
    keychain.answerNothing()
    const unavailable = { ok: false, fault: { kind: 'keychain_unavailable' } }
    for (const one of [supervisor, restart()]) {
      expect([await one.state(), await one.keep('other-1', 'damaged')]).toMatchObject([
        unavailable,
        unavailable,
      ])
    }
    keychain.mendIt()
    expect(await restart().check(pin)).toEqual(right)
  })

  it('is noted for a PIN that an earlier version kept without a note', async () => {
    const { keychain, restart } = await tillWithPin()
    keychain.secrets.set(credentials, '{"address":"https://pay.example","token":"a-token"}')
    await restart().state()
    keychain.secrets.delete(record)
    expect([await restart().state(), keychain.secrets.get(credentials)]).toEqual([
      succeed('damaged'),
      '{"address":"https://pay.example","token":"a-token","hasPin":true}',
    ])
  })
})
