/**
 * The administrator's policy over a till's own settings (docs/administration.md, "Policy"). It holds while the settings
 * are read and is never written into their file: without the policy the till has its own values again.
 */
import { isDeepStrictEqual } from 'node:util'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { type SettingName, settingNames } from '../../shared/setting-names'
import type { SettingsStore } from './settings'
import type { Settings, SettingsChange, SettingValues } from './settings-schema'

/** What a policy sets of the settings, whatever the till has saved. */
export type SettingsPolicy = SettingValues

type OwnName = Exclude<SettingName, 'serviceAddress'>
type SetByPolicy = FaultOf<'set_by_policy'>

/** The address lies in the keychain, with its token (profile/address-rule.ts). */
const names = settingNames.filter((name): name is OwnName => name !== 'serviceAddress')

export type TillSettings = Omit<SettingsStore, 'change'> & {
  readonly setByPolicy: readonly OwnName[]
  /** Whether the policy lets these be changed; to the value that it sets it does. */
  readonly mayChange: (change: SettingsChange) => Result<null, SetByPolicy>
  readonly change: (
    change: SettingsChange,
  ) => Promise<Result<Settings, SetByPolicy | FaultOf<'settings_not_saved'>>>
}

/** The settings as the policy has them: it is read into every answer, and no change of what it sets is made. */
export function withPolicy(store: SettingsStore, policy: SettingsPolicy): TillSettings {
  const setByPolicy = names.filter((name) => policy[name] !== undefined)
  const underPolicy = (own: Settings): Settings => ({
    ...own,
    ...Object.fromEntries(setByPolicy.map((name) => [name, policy[name]])),
  })

  function mayChange(change: SettingsChange): Result<null, SetByPolicy> {
    const refused = setByPolicy.filter(
      (name) => change[name] !== undefined && !isDeepStrictEqual(change[name], policy[name]),
    )
    return refused.length === 0 ? succeed(null) : fail({ kind: 'set_by_policy', settings: refused })
  }

  return {
    ...store,
    setByPolicy,
    mayChange,
    read: () => underPolicy(store.read()),
    async change(change) {
      const allowed = mayChange(change)
      if (!allowed.ok) return allowed
      // A form saves all of its fields: what only the policy brings stays the policy's.
      const own = Object.entries(change).filter(([name]) => !setByPolicy.some((set) => set === name))
      const changed = await store.change(Object.fromEntries(own))
      return changed.ok ? succeed(underPolicy(changed.value)) : changed
    },
  }
}
