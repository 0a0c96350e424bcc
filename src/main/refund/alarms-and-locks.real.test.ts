import { describe, expect, it } from 'vitest'
import { must } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const shop = shopForEachTest()
const word = { supervisor: 'Ada', note: 'The provider knows' }
const unknown = { ok: false, fault: { kind: 'alarm_unknown' } }

/** Lines of an earlier journal that could not be read: an alarm that stands by no attempt. */
async function raiseAlarm(): Promise<void> {
  await shop.refunds.close()
  const journal = await shop.till.place.openWell()
  const at = shop.till.clock.now()
  const detail = 'x'
  const alarm = 'records_contradict'
  must(journal.appendTill({ kind: 'could_not_be_read', at, lines: 2, sumsUnknown: true, detail }))
  must(journal.appendTill({ kind: 'payment_alarmed', at, id: 'pay-1', alarm, detail }))
  shop.till.place.head = journal.head()
  journal.close()
  await shop.startAgain()
}

const notices = () => shop.refunds.page({ before: null, count: 10 }).notices

describe('an alarm that stands by no attempt', () => {
  it('is shown, newest first, until somebody acknowledges it', async () => {
    await raiseAlarm()
    const shown = notices()
    const [newest] = shown
    const line = newest?.line ?? 0
    const counted = () => {
      const { alarms, waitingForPerson } = shop.refunds.attention()
      return alarms + waitingForPerson
    }
    const before = counted()
    must(shop.refunds.acknowledge({ of: 'line', line }, word))
    const result = [shown.map(({ what, id, locks }) => [what, id, locks]), before, notices().length]
    expect(result).toEqual([
      [
        ['records_contradict', 'pay-1', false],
        ['could_not_be_read', '', false],
      ],
      2,
      1,
    ])
    expect([shop.refunds.acknowledge({ of: 'line', line }, word), counted()]).toEqual([unknown, 1])
  })

  it('can be acknowledged again when the disk did not take it', async () => {
    await raiseAlarm()
    const line = notices()[0]?.line ?? 0
    shop.setDiskFull(true)
    const failed = shop.refunds.acknowledge({ of: 'line', line }, word)
    shop.setDiskFull(false)
    expect([failed.ok, shop.refunds.acknowledge({ of: 'line', line }, word).ok]).toEqual([false, true])
  })
})

it('an alarm of an attempt that is not there, and a lock that is not there, are said to be unknown', () => {
  expect([
    shop.refunds.acknowledge({ of: 'attempt', marker: 'R-0', number: 1 }, word),
    shop.refunds.release(7, { supervisor: 'Ada', why: 'x', saw: 'y' }),
  ]).toEqual([unknown, { ok: false, fault: { kind: 'attempt_unknown' } }])
})
