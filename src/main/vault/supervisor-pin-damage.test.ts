import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import { makeSupervisorPin } from './supervisor-pin'
import { pin, right, till, tillWithPin } from './testing/pin-till'

describe('a keychain that does not work', () => {
  it('answers that, and looks at no PIN that it can not count', async () => {
    const { keychain, supervisor } = await tillWithPin()
    const readOnly = {
      ...keychain,
      write: async () => fail({ kind: 'keychain_unavailable', detail: 'full' } as const),
    }
    const uncounted = makeSupervisorPin({ keychain: readOnly, profile: '/p' })
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
      for (const name of keychain.secrets.keys()) keychain.secrets.set(name, odd)
      const damaged = fail({ kind: 'pin_damaged' })
      expect([
        await supervisor.state(),
        await supervisor.check(pin),
        await supervisor.set({ currentPin: pin, newPin: 'other-1' }),
        await supervisor.set({ currentPin: '', newPin: 'other-1' }),
        [...keychain.secrets.values()],
      ]).toEqual([succeed('damaged'), damaged, damaged, damaged, [odd]])
    },
  )
})

describe('replacing a damaged record', () => {
  it('takes the new PIN, which must not be weak', async () => {
    const { keychain, supervisor } = await tillWithPin()
    for (const name of keychain.secrets.keys()) keychain.secrets.set(name, 'odd')
    expect([
      await supervisor.replaceDamaged('1111'),
      await supervisor.state(),
      await supervisor.replaceDamaged('other-1'),
      await supervisor.check('other-1'),
    ]).toEqual([fail({ kind: 'pin_weak' }), succeed('damaged'), right, right])
  })

  it('leaves a PIN that can be read, and sets none where there is none', async () => {
    const withPin = await tillWithPin()
    const without = till()
    await withPin.supervisor.replaceDamaged('other-1')
    await without.start().replaceDamaged('other-1')
    expect([await withPin.supervisor.check(pin), [...without.keychain.secrets]]).toEqual([right, []])
  })
})
