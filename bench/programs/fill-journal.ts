/** Gives a provisioned till a long journal: `fill-journal FOLDER REFUNDS MARKS`. */
import { openProfile } from '../../src/main/profile'
import { makeJournalKeys } from '../../src/main/refund/journal-keys'
import { vaultName } from '../../src/main/vault/vault-name'
import { fillJournal } from '../fill-journal'

async function main(): Promise<void> {
  const [folder = '', refunds = '', marks = ''] = process.argv.slice(2)
  const { keychain } = openProfile('service', folder, console.error)
  const keys = makeJournalKeys(keychain, vaultName('journal', folder))
  await fillJournal({ folder, keys, refunds: Number(refunds), marks: Number(marks) })
}

void main()
