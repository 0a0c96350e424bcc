import { describe, expect, it } from 'vitest'
import { aCopyRecord } from './testing/copy-samples'
import { openTestTill } from './testing/test-till'

const day = 24 * 60 * 60 * 1000
const every = ['transaction_id', 'custom_id', 'internal_id'] as const

describe('retention', () => {
  it('is kept at the start and daily', async () => {
    const { start, clock, keep } = await openTestTill()
    const copies = start()
    await keep(copies, aCopyRecord('1'))
    await clock.advance(29.5 * day)
    await keep(copies, aCopyRecord('2'))
    const before = await copies.find(every, 'T1')
    await clock.advance(2 * day)
    expect([
      before !== null,
      await copies.find(every, 'T1'),
      (await copies.find(every, 'T2'))?.record.id,
    ]).toEqual([true, null, 'internal-2'])
  })

  it('is kept also by a copy from ahead of the clock, which was set back since', async () => {
    const { start, clock, keep } = await openTestTill()
    const copies = start()
    clock.jumpWall(365 * day)
    await keep(copies, aCopyRecord('1'))
    clock.jumpWall(-365 * day)
    await keep(copies, aCopyRecord('2'))
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
