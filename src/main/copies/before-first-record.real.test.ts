import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { wasUsed } from '../journal/open-record'
import { makeTillJournals, type TillJournals } from '../journal/testing/till-journals'
import { aCopyRecord } from './testing/copy-samples'
import { address, foundBy, makeTestTill } from './testing/test-till'

let till: TillJournals
beforeEach(() => {
  till = makeTillJournals()
})

const credentials = { address, token: 'token-1' }

/** Saves a copy as the till does, and returns the internal id that it is then found by. */
async function keepCopy(): Promise<string | null> {
  const { folder } = till
  const { start, keep } = makeTestTill({ folder, vault: till.vault(), wasUsed: () => wasUsed(folder) })
  const copies = start()
  await keep(copies, aCopyRecord('1'))
  const found = await foundBy(copies, 'T1')
  await copies.close()
  return found
}

it('a new till whose keyring is unlocked a little late gets its first record', async () => {
  // The first start: the keyring is locked, so the token is kept for the session.
  till.keychain.breakIt()
  const first = await till.opening()
  const kept = await till.vault().save(credentials)
  // Somebody unlocks it, and a receipt is looked up within the minute.
  till.keychain.mendIt()
  const found = await keepCopy()
  const madeEarly = existsSync(path.join(till.folder, 'cache.db'))
  till.restart()
  const second = await till.opening()
  till.restart()
  const third = await till.opening()
  expect([first, kept, found, madeEarly, second, third]).toEqual([
    'no_keychain, not replaceable',
    { ok: true, value: 'session_only' },
    null,
    false,
    'open',
    'open',
  ])
})

it('a till whose keyring was made anew keeps copies, while refunds wait for a new record', async () => {
  await till.vault().save(credentials)
  await till.write([])
  // IT resets the keyring of the account; somebody connects the till again at the second start.
  till.keychain.secrets.clear()
  await till.opening()
  till.restart()
  const off = await till.opening()
  await till.vault().save(credentials)
  expect([off, await keepCopy()]).toEqual(['keychain_emptied, token', 'internal-1'])
})
