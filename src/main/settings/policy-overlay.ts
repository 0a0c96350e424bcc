/**
 * The administrator's policy over a till's own settings (docs/administration.md, "Policy"). It holds while the settings
 * are read and is never written into their file: without the policy the till has its own values again.
 */
import { isDeepStrictEqual } from 'node:util'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { type SettingName, settingNames } from '../../shared/setting-names'
import type { SettingsStore } from './settings'
import { type Settings, type SettingsChange, type SettingValues, settingsSchema } from './settings-schema'

/** What a policy says of the settings: what holds whatever the till has saved, and what holds until it has. */
export type SettingsPolicy = { readonly enforced: SettingValues; readonly defaults: SettingValues }

export const noSettingsPolicy: SettingsPolicy = { enforced: {}, defaults: {} }

type OwnName = Exclude<SettingName, 'serviceAddress'>
type SetByPolicy = FaultOf<'set_by_policy'>

/** The address lies in the keychain, with its token (profile/address-rule.ts). */
const names = settingNames.filter((name): name is OwnName => name !== 'serviceAddress')

const builtIn = settingsSchema.parse({ deviceId: '-' })

const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(one, other)

/** Whether somebody at the till, or provisioning, has set it: to something else than is built in, or to just that. */
function isChosen(own: Settings, name: OwnName): boolean {
  return !isSame(own[name], builtIn[name]) || (own.chosen ?? []).includes(name)
}

/** What the policy says of this setting; undefined where the till's own value holds. */
function ofPolicy<N extends OwnName>(own: Settings, { enforced, defaults }: SettingsPolicy, name: N) {
  return enforced[name] ?? (isChosen(own, name) ? undefined : defaults[name])
}

/** What holds: what is enforced, else what the till has saved, else the policy's default, else what is built in. */
export function underPolicy(own: Settings, policy: SettingsPolicy): Settings {
  const set = names.flatMap((name) => {
    const value = ofPolicy(own, policy, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...own, ...Object.fromEntries(set) }
}

/**
 * What of a change is the till's own to save. A value that only the policy brings stays the policy's; the name goes on
 * standing in the change, with the till's own value, so that what needs binding is bound all the same.
 */
function ownChange(own: Settings, policy: SettingsPolicy, change: SettingsChange): SettingsChange {
  const next: Record<string, unknown> = { ...change }
  const chosen: string[] = []
  for (const name of names) {
    if (change[name] === undefined) continue
    const value = ofPolicy(own, policy, name)
    if (value !== undefined && isSame(change[name], value)) next[name] = own[name]
    else if (isSame(change[name], builtIn[name]) && policy.defaults[name] !== undefined) chosen.push(name)
  }
  return chosen.length === 0 ? next : { ...next, chosen }
}

export type TillSettings = Omit<SettingsStore, 'change'> & {
  /** What the policy enforces. */
  readonly setByPolicy: readonly OwnName[]
  /** Whether the policy lets these be changed; to the enforced value itself it does. */
  readonly mayChange: (change: SettingsChange) => Result<null, SetByPolicy>
  readonly change: (
    change: SettingsChange,
  ) => Promise<Result<Settings, SetByPolicy | FaultOf<'settings_not_saved' | 'keychain_unavailable'>>>
}

/** The settings as the policy has them: it is read into every answer, and no change of what it enforces is made. */
export function withPolicy(store: SettingsStore, policy: SettingsPolicy): TillSettings {
  function mayChange(change: SettingsChange): Result<null, SetByPolicy> {
    const refused = names.filter(
      (name) =>
        change[name] !== undefined &&
        policy.enforced[name] !== undefined &&
        !isSame(change[name], policy.enforced[name]),
    )
    return refused.length === 0 ? succeed(null) : fail({ kind: 'set_by_policy', settings: refused })
  }
  return {
    ...store,
    setByPolicy: names.filter((name) => policy.enforced[name] !== undefined),
    mayChange,
    read: () => underPolicy(store.read(), policy),
    async change(change) {
      const allowed = mayChange(change)
      if (!allowed.ok) return allowed
      const changed = await store.change(ownChange(store.read(), policy, change))
      return changed.ok ? succeed(underPolicy(changed.value, policy)) : changed
    },
  }
}
