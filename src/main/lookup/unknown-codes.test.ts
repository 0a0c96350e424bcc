import { describe, expect, it } from 'vitest'
import { tillsWithCopies } from '../copies/testing/till-with-copies'
import { makeUnknownCodes } from './unknown-codes'

const hour = 60 * 60 * 1000
const setUp = tillsWithCopies()

/** Starts of one till, whose limits are two codes by hand and three by lists. */
async function openTill() {
  const till = await setUp()
  const start = () => {
    const copies = till.start()
    const codes = makeUnknownCodes({ copies, clock: till.clock, most: { hand: 2, list: 3 } })
    const spent = async () => [
      (await codes.spent('hand'))?.most ?? null,
      (await codes.spent('list'))?.most ?? null,
    ]
    return { ...codes, spent, copies }
  }
  return { ...till, start }
}

describe('codes that no payment has', () => {
  it('are limited per day, by hand and by lists, each for itself', async () => {
    const { start } = await openTill()
    const codes = start()
    const seen = [await codes.spent()]
    for (const by of ['hand', 'hand', 'list', 'list', 'list'] as const) {
      codes.note(by)
      seen.push(await codes.spent())
    }
    expect(seen).toEqual([
      [null, null],
      [null, null],
      [2, null],
      [2, null],
      [2, null],
      [2, 3],
    ])
  })

  it('are still counted after a restart, those before the first question too', async () => {
    const { start } = await openTill()
    const first = start()
    await first.spent()
    first.note('hand')
    await first.copies.work(() => null, null)
    await first.copies.close()
    const second = start()
    second.note('hand')
    const spent = await second.spent()
    second.note('list')
    await second.copies.work(() => null, null)
    await second.copies.close()
    expect([spent, await start().spent()]).toEqual([
      [2, null],
      [2, null],
    ])
  })

  it('begin anew with the next day, not with an earlier one, and a clock that was wrong does not stop them for years', async () => {
    const { start, clock } = await openTill()
    const codes = start()
    await codes.spent()
    codes.note('hand')
    codes.note('hand')
    clock.jumpWall(-48 * hour)
    const earlier = await codes.spent()
    clock.jumpWall(codes.untilTomorrow() - 1)
    const late = await codes.spent()
    clock.jumpWall(1)
    expect([earlier, late, await codes.spent()]).toEqual([
      [2, null],
      [2, null],
      [null, null],
    ])
  })

  it('are counted for this start alone while there is no keychain', async () => {
    const till = await openTill()
    till.keychain.breakIt()
    const codes = till.start()
    const before = await codes.spent()
    codes.note('hand')
    codes.note('hand')
    expect([before, await codes.spent()]).toEqual([
      [null, null],
      [2, null],
    ])
  })
})
