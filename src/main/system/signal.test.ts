import { expect, it } from 'vitest'
import { makeCashierAtWork, makeTurns } from './signal'

it('does one thing after the other, in the order in which they were asked for', async () => {
  const { inTurn } = makeTurns()
  const seen: string[] = []
  const work = (name: string, turns: number) => async () => {
    seen.push(`${name} begins`)
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    seen.push(`${name} ends`)
    return name
  }
  expect([await Promise.all([inTurn(work('slow', 9)), inTurn(work('quick', 0))]), seen]).toEqual([
    ['slow', 'quick'],
    ['slow begins', 'slow ends', 'quick begins', 'quick ends'],
  ])
})

it('goes on after work that failed, and tells its own caller alone', async () => {
  const { inTurn } = makeTurns()
  const failed = inTurn(async () => {
    throw new Error('no disk')
  })
  const after = inTurn(() => 'done')
  await expect(failed).rejects.toThrow('no disk')
  expect(await after).toBe('done')
})

it('is busy until the last of it has ended', async () => {
  const { inTurn, isBusy, settled } = makeTurns()
  const before = isBusy()
  const work = inTurn(async () => undefined)
  const during = isBusy()
  await settled()
  expect([before, during, isBusy(), await work]).toEqual([false, true, false, undefined])
})

it('tells when the first lookup begins and when the last has ended, even one that fails', async () => {
  const cashier = makeCashierAtWork()
  const told: unknown[] = []
  cashier.changed.on((going) => told.push(going))
  const ends: ((fails: boolean) => void)[] = []
  const begin = () =>
    cashier.during(
      () =>
        new Promise<string>((resolve, reject) =>
          ends.push((fails) => (fails ? reject(new Error('bug')) : resolve('found'))),
        ),
    )
  const [one, two] = [begin(), begin()]
  const during = cashier.isGoing()
  ends[0]?.(false)
  told.push(await one)
  ends[1]?.(true)
  await expect(two).rejects.toThrow('bug')
  expect([during, told, cashier.isGoing()]).toEqual([true, [true, 'found', false], false])
})
