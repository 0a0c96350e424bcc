import { describe, expect, it } from 'vitest'
import { markerOf } from './testing/fake-till'
import { hour, minute, shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const { outcome, honestRefund } = shop

const ending = (number = 1) => shop.refunds.open(markerOf(number))?.events.at(-1)
const answerOf = (number = 1) => {
  const event = ending(number)
  return event?.kind === 'answered' && event.answer
}

describe('the head of `sending`', () => {
  it('that cannot be kept sends nothing, says so, and turns refunds off until the keychain takes it', async () => {
    shop.till.keychain.breakWith('locked')
    const first = await outcome(2000)
    const during = [shop.refunds.refundsOff(), await outcome(2000)]
    shop.till.keychain.breakWith(null)
    await shop.pass(minute)
    const after = [shop.refunds.refundsOff(), await outcome(2000)]
    expect([first, answerOf(), during, after, shop.sent()]).toEqual([
      'not_sent',
      { kind: 'not_begun', reason: 'head_not_kept', detail: 'the keychain did not take it' },
      ['no_keychain', { kind: 'refunds_off', why: 'no_keychain' }],
      [null, 'refunded'],
      1,
    ])
  })

  it('is tried once more at Confirm, so that nobody waits a minute for a keychain that is there again', async () => {
    shop.till.keychain.breakWith('locked')
    await outcome(2000)
    shop.till.keychain.breakWith(null)
    expect(await outcome(2000)).toBe('refunded')
  })

  it('needs one write for `sending` and one for the answer', async () => {
    await shop.refunds.settled()
    const before = shop.till.keychain.writes()
    await honestRefund(2000)
    await shop.refunds.settled()
    // One for `sending`, one for the answer.
    expect(shop.till.keychain.writes() - before).toBe(2)
  })
})

it.each([
  ['passes', async () => shop.pass(minute + 1)],
  ['is slept through while the monotonic clock stands', async () => shop.till.clock.sleep(hour, 'stands')],
  ['is slept through while it goes on', async () => shop.till.clock.sleep(hour, 'goes_on')],
  ['cannot be told, because the wall clock runs backwards', async () => shop.till.clock.jumpWall(-hour)],
  ['passes by a wall clock that is set forward', async () => shop.till.clock.jumpWall(hour)],
])(
  'a minute from the question of the fresh show that %s sends nothing, also on a connection that is up',
  async (_, passes) => {
    shop.till.payments.whileConnecting(passes)
    const state = await outcome(2000)
    shop.till.payments.whileConnecting(null)
    expect([state, answerOf(), shop.sent(), await outcome(2000)]).toEqual([
      'not_sent',
      { kind: 'not_begun', reason: 'too_late', detail: '' },
      0,
      'refunded',
    ])
  },
)
