import { statSync } from 'node:fs'
import path from 'node:path'
import type { Vault } from '../vault/vault'
import { settingsFileName } from './settings-file'

/**
 * Makes a function that answers another text once address or token may have changed since it last answered.
 * This program counts its own changes; any other one, provisioning, ends by writing the settings anew, and what
 * it put into the keychain counts from then on. Looking at a file takes some hundredths of a millisecond.
 */
export function makeSecretsStamp(folder: string, vault: Pick<Vault, 'changes'>): () => string {
  const file = path.join(folder, settingsFileName)
  return () => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    const written = found === undefined ? 'none' : `${found.ino} ${found.mtimeNs} ${found.size}`
    return `${vault.changes()} ${written}`
  }
}
