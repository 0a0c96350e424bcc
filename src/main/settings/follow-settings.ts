import type { RefundService } from '../refund/refund-service'
import type { SettingsStanding } from './bound-settings'
import type { SecretsState } from './secrets-state'
import type { SettingsStore } from './settings'

export type FollowSettingsDeps = {
  readonly settings: Pick<SettingsStore, 'check' | 'read' | 'notTaken' | 'standing'>
  readonly secrets: Pick<SecretsState, 'read'>
  readonly refundService: Pick<RefundService, 'acted' | 'refundsOff'>
  readonly warn: (line: string) => void
}

type Found = Exclude<SettingsStanding, 'as_saved' | 'unchecked'>

const words: Readonly<Record<Found, string>> = {
  changed: 'The settings were changed outside Tillside',
  older: 'The settings are an older copy',
  lost: 'The keychain has lost what binds the settings',
}

/**
 * Makes the function that is called whenever something may have changed. It has the settings checked once the
 * keychain answers, and says in the log and in the journal that somebody changed them, and that they were saved
 * anew; in the journal once there is one to write to.
 * @param changed is told when the settings stand otherwise than before.
 */
export function followSettings(deps: FollowSettingsDeps, changed: () => void): () => void {
  const { settings, secrets, refundService, warn } = deps
  let said: Found | null = null
  let written: Found | null = null
  let checking = false

  async function checkAgain(): Promise<void> {
    checking = true
    const standing = await settings.check()
    checking = false
    if (standing !== 'unchecked') changed()
  }

  function write(found: Found | null, names: string): void {
    if (written === found || refundService.refundsOff() !== null) return
    written = found
    const what = found ?? 'saved_anew'
    refundService.acted({ act: 'settings_by_hand', what, names }, settings.read().cashier || null)
  }

  return () => {
    const standing = settings.standing()
    if (standing === 'unchecked') {
      if (!checking && secrets.read().keychain.works) void checkAgain()
      return
    }
    const found = standing === 'as_saved' ? null : standing
    const names = settings.notTaken().join(', ')
    if (found !== null && said !== found)
      warn(`${words[found]}. Not used from the file: ${names || 'nothing'}.`)
    said = found
    write(found, names)
  }
}
