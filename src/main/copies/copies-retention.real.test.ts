import { describe, expect, it } from 'vitest'
import type { SavedCopies } from './saved-copies'
import { aCopyRecord, countCopies } from './testing/copy-samples'
import { openTestTill } from './testing/test-till'

const day = 24 * 60 * 60 * 1000
const every = ['transaction_id', 'custom_id', 'internal_id'] as const

describe('retention', () => {
  async function saveMany(count: number) {
    const till = await openTestTill()
    const copies = till.start()
    for (let name = 0; name < count; name += 1) copies.save(till.origin(copies), aCopyRecord(`${name}`))
    await copies.recent(1)
    await till.clock.advance(0)
    return { ...till, copies }
  }
  const saved = (copies: SavedCopies) => copies.work(countCopies, 0)

  it('that the store changes holds soon, without a restart', async () => {
    const { copies, limits, clock } = await saveMany(100)
    limits.count = 60
    copies.limitsChanged()
    await clock.advance(0)
    const fewer = await saved(copies)
    limits.count = 1000
    copies.limitsChanged()
    await clock.advance(0)
    expect([fewer, await saved(copies)]).toEqual([60, 60])
  })

  it('is kept at the start and daily', async () => {
    const { start, origin, clock } = await openTestTill()
    const copies = start()
    copies.save(origin(copies), aCopyRecord('1'))
    await copies.recent(1)
    await clock.advance(29.5 * day)
    copies.save(origin(copies), aCopyRecord('2'))
    await copies.recent(1)
    const before = await copies.find(every, 'T1')
    await clock.advance(2 * day)
    expect([
      before !== null,
      await copies.find(every, 'T1'),
      (await copies.find(every, 'T2'))?.record.id,
    ]).toEqual([true, null, 'internal-2'])
  })

  it('is kept also by a copy from ahead of the clock, which was set back since', async () => {
    const { start, origin, clock } = await openTestTill()
    const copies = start()
    clock.jumpWall(365 * day)
    copies.save(origin(copies), aCopyRecord('1'))
    await copies.recent(1)
    clock.jumpWall(-365 * day)
    copies.save(origin(copies), aCopyRecord('2'))
    await copies.recent(1)
    await clock.advance(day)
    expect([await copies.find(every, 'T1'), (await copies.find(every, 'T2'))?.record.id]).toEqual([
      null,
      'internal-2',
    ])
  })

  it('costs no copy where the clock begins years ago, as on a PC whose battery is empty', async () => {
    const { start, origin, clock } = await openTestTill()
    const before = start()
    before.save(origin(before), aCopyRecord('1'))
    await before.close()
    clock.jumpWall(-2000 * day)
    const copies = start()
    await copies.recent(1)
    await clock.advance(2 * day)
    expect((await copies.find(every, 'T1'))?.record.id).toBe('internal-1')
  })
})
