/** Gives a provisioned till a long journal: `fill-journal FOLDER REFUNDS HIGH_WATER_VALUES`. */
import { randomUUID } from 'node:crypto'
import { makeJournalKeys } from '../../src/main/journal/journal-keys'
import { openRecord } from '../../src/main/journal/open-record'
import { openProfile } from '../../src/main/profile/profile'
import { vaultName } from '../../src/main/vault/keychain'
import { alone, fillRecord, workToTheEnd } from '../fill-journal'

async function main(): Promise<void> {
  const [folder = '', refunds = '', highWater = ''] = process.argv.slice(2)
  const { keychain, entriesPath } = await openProfile('service', folder, 'any', console.error)
  const keys = makeJournalKeys(keychain, vaultName('journal', entriesPath))
  const id = randomUUID()
  const key = await keys.createKey(id)
  if (!key.ok) throw new Error('The keychain took no key')
  const place = { folder, id, key: key.value }
  const filled = fillRecord({ ...place, refunds: Number(refunds), highWater: Number(highWater) })
  const opened = await openRecord({ ...place, ...alone(folder), head: filled, now: Date.now })
  if (!opened.ok) throw new Error(opened.fault.detail)
  const { journal } = opened.value
  await workToTheEnd(journal)
  const head = journal.head()
  journal.close()
  const kept = await keys.writeHead(id, { head, locks: [] })
  const inForce = await keys.writeInForce(id)
  if (!kept.ok || !inForce.ok) throw new Error('The keychain took no head')
}

void main()
