/** The part of compose.ts that opens a profile under what this PC's administrator says of it. */
import { readServiceAddress } from './payments/service-address'
import type { ReadPolicy } from './policy/read-policy'
import { addressRule } from './profile/address-rule'
import { buildKind } from './profile/build-kind'
import { openProfile, type Profile } from './profile/profile'
import type { ProfileMode } from './profile/profile-mode'
import { isForThisPcOnly } from './profile/test-build'
import type { SettingValues } from './settings/settings'
import type { AddressRule } from './vault/credentials'

/** Which addresses a profile takes. A policy that is wrong allows nothing more. */
function addressesFor(mode: ProfileMode, { policy, settings, problem }: ReadPolicy): AddressRule {
  const allowLoopbackService = problem === null && policy.allowLoopbackService
  const only = readAddress(settings.serviceAddress) || null
  return addressRule({
    mode,
    kind: buildKind,
    isForThisPcOnly: isForThisPcOnly(),
    allowLoopbackService,
    only,
  })
}

/** The address as it is kept (payments/service-address.ts); '' for none. */
function readAddress(named: string | undefined): string {
  const address = readServiceAddress(named ?? '')
  return address.ok ? address.value.text : ''
}

/** The only address that may be connected, for the window: none in practice, whose service is its own. */
export function addressByPolicy(mode: ProfileMode, { settings }: ReadPolicy): string {
  return mode === 'service' ? readAddress(settings.serviceAddress) : ''
}

/** Practice takes how a till looks, sounds and prints from the policy; its store and its copies are its own. */
function settingsPolicyFor(mode: ProfileMode, { settings }: ReadPolicy): SettingValues {
  const { theme, paper, textSize, soundVolume } = settings
  return mode === 'service' ? settings : { theme, paper, textSize, soundVolume }
}

/** Opens a profile with what the administrator says of its address and its settings. */
export function openUnderPolicy(
  mode: ProfileMode,
  userData: string,
  policy: ReadPolicy,
  warn: (message: string) => void,
): Promise<Profile> {
  return openProfile(mode, userData, addressesFor(mode, policy), warn, settingsPolicyFor(mode, policy))
}
