/** Gives a provisioned till a long journal: `fill-journal FOLDER REFUNDS HIGH_WATER_VALUES`. */

import { makeJournalKeys } from '../../src/main/journal/journal-keys'
import { openProfile } from '../../src/main/profile/profile'
import { vaultName } from '../../src/main/vault/keychain'
import { fillJournal } from '../fill-journal'

async function main(): Promise<void> {
  const [folder = '', refunds = '', highWater = ''] = process.argv.slice(2)
  const { keychain, entriesPath } = await openProfile('service', folder, 'any', console.error)
  const keys = makeJournalKeys(keychain, vaultName('journal', entriesPath))
  const address = 'https://pay.example'
  await fillJournal(keys, { folder, refunds: Number(refunds), highWater: Number(highWater), address })
}

void main()
