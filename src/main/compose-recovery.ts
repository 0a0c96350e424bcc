/** The part of compose.ts that puts together what saves and opens a recovery kit. */
import * as fs from 'node:fs'
import { makeJournalKeys } from './journal/journal-keys'
import type { Profile } from './profile/profile'
import { collectKit, restoreFromKit } from './recovery/journal-kit'
import { systemClock } from './scheduling/clock'
import { makeYieldToEventLoop } from './scheduling/yield-to-event-loop'
import { vaultName } from './vault/keychain'

/** A kit of this profile's journals, and the way back. */
export function composeRecovery({ folder, entriesPath, keychain, settings }: Profile) {
  const keys = makeJournalKeys(keychain, vaultName('journal', entriesPath))
  const deps = { folder, keys, files: fs, yieldToEventLoop: makeYieldToEventLoop() }
  return {
    collect: () => {
      const { storeName, deviceId } = settings.read()
      return collectKit(deps, { madeAt: systemClock.now(), till: storeName, deviceId })
    },
    restore: (text: string, passphrase: string) => restoreFromKit(deps, text, passphrase),
  }
}
