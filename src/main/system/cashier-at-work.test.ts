import { expect, it } from 'vitest'
import { makeCashierAtWork } from './signal'

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
