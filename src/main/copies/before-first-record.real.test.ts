import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { wasUsed } from '../journal/open-record'
import { makeTillJournals, type TillJournals } from '../journal/testing/till-journals'
import { makeFakeClock } from '../system/testing/fake-clock'
import { makeSavedCopies } from './saved-copies'
import { aCopyRecord } from './testing/copy-samples'

let till: TillJournals
beforeEach(() => {
  till = makeTillJournals()
})

const credentials = { address: 'https://pay.example', token: 'token-1' }
const cacheFile = () => path.join(till.folder, 'cache.db')

function openCopies() {
  return makeSavedCopies({
    folder: till.folder,
    vault: till.vault(),
    clock: makeFakeClock(),
    retention: { keepDays: 30, keepCopies: 100 },
    wasUsed: () => wasUsed(till.folder),
    log: () => undefined,
  })
}

it('a new till whose keyring is unlocked a little late gets its first record', async () => {
  // The first start: the keyring is locked, so the token is kept for the session.
  till.keychain.breakIt()
  const first = await till.opening()
  const kept = await till.vault().save(credentials)
  // Somebody unlocks it, and a receipt is looked up within the minute.
  till.keychain.mendIt()
  const copies = openCopies()
  copies.keep({ origin: copies.originOf(credentials), record: aCopyRecord('1') })
  await copies.recent(5)
  await copies.close()
  const madeEarly = existsSync(cacheFile())
  till.restart()
  const second = await till.opening()
  till.restart()
  const third = await till.opening()
  expect([first, kept, madeEarly, second, third]).toEqual([
    'no_keychain, not replaceable',
    { ok: true, value: 'session_only' },
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
  till.restart()
  await till.opening()
  till.restart()
  const off = await till.opening()
  await till.vault().save(credentials)
  const copies = openCopies()
  copies.keep({ origin: copies.originOf(credentials), record: aCopyRecord('1') })
  await copies.recent(5)
  const found = await copies.find(['transaction_id'], 'T1')
  await copies.close()
  expect([off, found?.record.id]).toEqual(['keychain_emptied, token', 'internal-1'])
})
