import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeJournalKeys } from '../journal/journal-keys'
import { vaultName } from '../vault/keychain'
import { makeMemoryKeychain } from '../vault/testing/memory-keychain'
import { madeElsewhere } from './entries-place'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-place-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a profile remembers the folder that its entries were made in, until it is set up anew in another one', async () => {
  const keychain = makeMemoryKeychain()
  const keysIn = (real: string) => makeJournalKeys(keychain, vaultName('journal', real))
  const elsewhere = path.join(folder, 'copy')
  const first = [await madeElsewhere(folder, keysIn(folder)), await madeElsewhere(folder, keysIn(folder))]
  cpSync(path.join(folder, 'keychain-place.json'), path.join(elsewhere, 'keychain-place.json'))
  const copied = [
    await madeElsewhere(elsewhere, keysIn(elsewhere)),
    await madeElsewhere(elsewhere, keysIn(elsewhere)),
  ]
  keychain.breakIt()
  const silent = await madeElsewhere(elsewhere, keysIn(elsewhere))
  keychain.mendIt()
  await keysIn(elsewhere).writeInForce('a-journal')
  const setUp = [
    await madeElsewhere(elsewhere, keysIn(elsewhere)),
    await madeElsewhere(elsewhere, keysIn(elsewhere)),
  ]
  expect([first, copied, silent, setUp]).toEqual([[null, null], [folder, folder], folder, [null, null]])
})
