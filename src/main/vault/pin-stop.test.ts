import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/result'
import { vaultName } from './keychain'
import { pin, right, till } from './testing/pin-till'

const hour = 3_600_000
const record = vaultName('supervisor pin', '/p')
const address = 'https://pay.example'
const token = 'the-token-in-use'
const stopped = fail({ kind: 'pin_stopped' })
const accepts = async () => succeed(null)

/** A connected till with a PIN, whose PIN was then wrong so many times, each after the wait was over. */
async function wrongFor(tries: number) {
  const made = till()
  const vault = made.vault()
  await vault.save({ address, token })
  let supervisor = made.start()
  await supervisor.keep(pin, 'none')
  const tryWrong = async (count: number) => {
    const seen = []
    for (let index = 0; index < count; index += 1) {
      seen.push(await supervisor.check(`wrong ${index}`))
      made.pass(hour)
    }
    return seen
  }
  const seen = await tryWrong(tries)
  const startAgain = (off = 0) => {
    supervisor = made.restart(off)
    made.pass(hour)
    return supervisor
  }
  return { ...made, vault, seen, tryWrong, startAgain, supervisor: () => supervisor }
}

describe('after ten wrong PINs in a row', () => {
  it('no PIN is looked at any more, not even the right one, after any time, restart or setting of the clock', async () => {
    const { seen, supervisor, pass, startAgain, keychain } = await wrongFor(10)
    const kept = keychain.secrets.get(record)
    pass(1000 * hour)
    const later = [await supervisor().check(pin), await supervisor().keep('other-1', 'set')]
    const clockSet = [await startAgain(9000 * hour).check(pin), await startAgain(-20_000 * hour).check(pin)]
    expect([seen.at(-2), seen.at(-1), later, clockSet, await supervisor().state()]).toEqual([
      fail({ kind: 'pin_wrong', waitSeconds: 900 }),
      stopped,
      [stopped, fail({ kind: 'pin_wrong', waitSeconds: 0 })],
      [stopped, stopped],
      succeed('stopped'),
    ])
    expect(keychain.secrets.get(record)).toBe(kept)
  })

  it('the right one before that begins the count anew', async () => {
    const { supervisor, tryWrong, startAgain } = await wrongFor(9)
    const first = await supervisor().check(pin)
    const again = await tryWrong(9)
    expect([first, again.some((one) => !one.ok && one.fault.kind === 'pin_stopped')]).toEqual([right, false])
    expect(await startAgain().check(pin)).toEqual(right)
  })

  it('the token in use lets the PIN be tried again, and the next right one hears of them all', async () => {
    const { supervisor, told, clocks, tryWrong } = await wrongFor(0)
    const since = clocks.wall
    await tryWrong(10)
    const asked: unknown[] = []
    const reopened = await supervisor().reopen(` ${token}\n`, async (credentials) => {
      asked.push(credentials)
      return succeed(null)
    })
    await tryWrong(2)
    expect([reopened, asked, await supervisor().check(pin), await supervisor().state()]).toEqual([
      right,
      [{ address, token }],
      right,
      succeed('set'),
    ])
    expect(told).toEqual([
      { what: 'stopped', tries: 10, since },
      { what: 'reopened', tries: 10, since },
      { what: 'right_after_wrong', tries: 12, since },
    ])
  })

  it('nothing is told of a right one that no wrong one came before', async () => {
    const { supervisor, told } = await wrongFor(0)
    expect([await supervisor().check(pin), told]).toEqual([right, []])
  })

  it('another token does not, nor one that the service does not accept, and wrong ones have to wait longer and longer', async () => {
    const { supervisor, startAgain, pass } = await wrongFor(10)
    const wrong = fail({ kind: 'token_not_the_stored' })
    const throttled = (waitSeconds: number) => fail({ kind: 'pin_throttled', waitSeconds })
    const unaccepted = fail({ kind: 'token_not_accepted', httpStatus: 401, message: 'no' } as const)
    const seen = [await supervisor().reopen(token, async () => unaccepted)]
    for (const guess of ['', 'a', `${token}x`]) seen.push(await supervisor().reopen(guess, accepts))
    seen.push(await supervisor().reopen(token, accepts))
    expect(seen).toEqual([unaccepted, wrong, wrong, wrong, throttled(30)])
    const again = startAgain(-2 * hour)
    expect(await again.reopen(token, accepts)).toEqual(throttled(30))
    pass(30_000)
    expect(await again.reopen('b', accepts)).toEqual(wrong)
    pass(59_000)
    expect([await again.reopen(token, accepts), await again.check(pin)]).toEqual([throttled(1), stopped])
    pass(1000)
    expect([await again.reopen(token, accepts), await again.check(pin)]).toEqual([right, right])
  })

  it('a token put in its place for a service of one’s own does not', async () => {
    const { supervisor, vault } = await wrongFor(10)
    await vault.save({ address: 'https://mine.example', token: 'mine' })
    expect([await supervisor().reopen('mine', accepts), await supervisor().check(pin)]).toEqual([
      fail({ kind: 'pin_stopped_elsewhere', address }),
      stopped,
    ])
  })

  it('a till that is not stopped takes no token and asks nobody', async () => {
    const { supervisor } = await wrongFor(3)
    const asked = await supervisor().reopen('anything', async () => fail({ kind: 'not_set_up' }))
    expect([asked, await supervisor().check(pin)]).toEqual([right, right])
  })
})
