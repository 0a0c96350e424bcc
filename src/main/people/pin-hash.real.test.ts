import { scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { defaultPower, hashPin } from './pin'

it('makes every guess cost 128 MB, and the time that they take', async () => {
  const { salt, hash } = await hashPin('73-open', defaultPower)
  const cost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
  const known = scryptSync('73-open', Buffer.from(salt, 'base64'), 32, cost)
  expect([hash, Buffer.from(salt, 'base64').length]).toEqual([known.toString('base64'), 16])
})
