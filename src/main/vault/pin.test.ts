import { scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import { makePinRecord, waitAfterWrongTries } from './pin'
import { pin, right, till, tillWithPin } from './testing/pin-till'

const second = 1000
const wrong = (waitSeconds: number) => fail({ kind: 'pin_wrong', waitSeconds })
const throttled = (waitSeconds: number) => fail({ kind: 'pin_throttled', waitSeconds })

describe('setting', () => {
  it('keeps a hash, never the PIN, and tells whether one is set', async () => {
    const { keychain, start } = till()
    const supervisor = start()
    expect([await supervisor.state(), await supervisor.check(pin)]).toEqual([
      succeed('none'),
      fail({ kind: 'pin_not_set' }),
    ])
    await supervisor.keep(pin, 'none')
    expect([await supervisor.state(), await supervisor.check(pin)]).toEqual([succeed('set'), right])
    expect([...keychain.secrets.values()].join()).not.toContain(pin)
  })

  it('changes only what its caller found', async () => {
    const { supervisor } = await tillWithPin()
    expect([
      await supervisor.keep('other-1', 'none'),
      await supervisor.keep('other-1', 'damaged'),
      await supervisor.check(pin),
      await supervisor.keep('other-1', 'set'),
      await supervisor.check('other-1'),
      await supervisor.check(pin),
    ]).toEqual([wrong(0), wrong(0), right, right, right, wrong(0)])
  })

  it('makes every guess cost 128 MB and what they take in time', async () => {
    const { salt, hash } = await makePinRecord(pin, 0)
    const cost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
    const known = scryptSync(pin, Buffer.from(salt, 'base64'), 32, cost)
    expect([hash, Buffer.from(salt, 'base64').length]).toEqual([known.toString('base64'), 16])
  })

  it('takes a PIN typed with other code points for the same sign', async () => {
    const { start } = till()
    const supervisor = start()
    await supervisor.keep('caf\u00e9-9', 'none')
    expect(await supervisor.check('cafe\u0301-9')).toEqual(right)
  })

  it('refuses a weak one', async () => {
    const { supervisor } = await tillWithPin()
    expect(await supervisor.keep('1234', 'set')).toEqual(fail({ kind: 'pin_weak' }))
    expect(await supervisor.check(pin)).toEqual(right)
  })
})

describe('waiting', () => {
  it('grows from 30 s after three wrong tries to 15 minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1000].map((tries) => waitAfterWrongTries(tries) / second)).toEqual([
      0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900,
    ])
  })

  it('lets nobody in before the wait is over, not even with the right PIN', async () => {
    const { supervisor, pass } = await tillWithPin()
    const seen = [await supervisor.check('a'), await supervisor.check('b'), await supervisor.check('c')]
    seen.push(await supervisor.check(pin))
    pass(29_500)
    seen.push(await supervisor.check(pin))
    pass(500)
    seen.push(await supervisor.check('d'), await supervisor.check(pin))
    pass(60 * second)
    seen.push(await supervisor.check(pin), await supervisor.check('e'))
    expect(seen).toEqual([
      wrong(0),
      wrong(0),
      wrong(30),
      throttled(30),
      throttled(1),
      wrong(60),
      throttled(60),
      right,
      wrong(0),
    ])
  })

  it('counts tries made at once one after the other', async () => {
    const { supervisor } = await tillWithPin()
    const tries = Array.from({ length: 6 }, (_, index) => supervisor.check(`guess ${index}`))
    expect(await Promise.all(tries)).toEqual([
      wrong(0),
      wrong(0),
      wrong(30),
      throttled(30),
      throttled(30),
      throttled(30),
    ])
  })

  it.each([
    ['forward', 60 * 60 * second],
    ['back', -60 * 60 * second],
  ])('is neither shortened nor lengthened by setting the clock %s within a run', async (_way, jump) => {
    const { supervisor, clocks, pass } = await tillWithPin()
    for (const guess of ['a', 'b', 'c']) await supervisor.check(guess)
    clocks.wall += jump
    const during = await supervisor.check(pin)
    pass(30 * second)
    expect([during, await supervisor.check(pin)]).toEqual([throttled(30), right])
  })
})

describe('restarting', () => {
  it('has counted a try at which the program was ended before it had looked at the PIN', async () => {
    const { keychain, restart } = await tillWithPin()
    const cutShort = []
    for (const guess of ['a', 'b', 'c']) {
      cutShort.push(restart().check(guess))
      // To look at a PIN takes far longer than a turn of the event loop.
      await new Promise(setImmediate)
    }
    const kept = new Map(keychain.secrets)
    expect(await restart().check(pin)).toEqual(throttled(30))
    await Promise.all(cutShort)
    expect(kept).toEqual(keychain.secrets)
  })

  it('keeps the count and the wait', async () => {
    const { supervisor, pass, restart } = await tillWithPin()
    for (const guess of ['a', 'b', 'c']) await supervisor.check(guess)
    pass(30 * second)
    await supervisor.check('d')
    const again = restart(10 * second)
    const early = await again.check(pin)
    pass(49 * second)
    const almost = await again.check(pin)
    pass(second)
    expect([early, almost, await again.check(pin)]).toEqual([throttled(50), throttled(1), right])
  })

  it('serves at least the first wait again, however far the clock was set forward', async () => {
    const { supervisor, pass, restart } = await tillWithPin()
    for (const guess of ['a', 'b', 'c']) await supervisor.check(guess)
    const again = restart(24 * 60 * 60 * second)
    const early = await again.check(pin)
    pass(30 * second)
    expect([early, await again.check('d')]).toEqual([throttled(30), wrong(60)])
  })

  it('waits no longer than the wait itself when the clock was set back', async () => {
    const { supervisor, pass, restart } = await tillWithPin()
    for (const guess of ['a', 'b', 'c']) await supervisor.check(guess)
    const again = restart(-24 * 60 * 60 * second)
    const early = await again.check(pin)
    pass(30 * second)
    expect([early, await again.check(pin)]).toEqual([throttled(30), right])
  })

  it('asks for no wait after fewer than three wrong tries', async () => {
    const { supervisor, restart } = await tillWithPin()
    await supervisor.check('a')
    expect([await restart().check('b'), await restart().check(pin)]).toEqual([wrong(0), right])
  })
})
