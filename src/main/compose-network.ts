/** The part of compose.ts that says how this PC's administrator and its system let the till reach a service. */
import { systemProxyFor } from './connection/system-proxy'
import type { NetworkRules } from './payments/socket'
import { makeTrustedRoots } from './payments/trusted-roots'
import type { ReadPolicy } from './policy/read-policy'
import { addressRule } from './profile/address-rule'
import { buildKind } from './profile/build-kind'
import type { ProfileMode } from './profile/profile-mode'
import { isForThisPcOnly } from './profile/test-build'
import type { AddressRule } from './vault/stored-credentials'

export function networkRules({ policy, authorities }: ReadPolicy): NetworkRules {
  return {
    trustedRoots: makeTrustedRoots(authorities),
    pins: policy.pins,
    ...(policy.proxy === 'system' ? { proxyFor: systemProxyFor } : {}),
  }
}

/** Which addresses a profile takes. A policy that is wrong allows nothing more. */
export function addressesFor(mode: ProfileMode, { policy, problem }: ReadPolicy): AddressRule {
  const allowLoopbackService = problem === null && policy.allowLoopbackService
  return addressRule({ mode, kind: buildKind, isForThisPcOnly: isForThisPcOnly(), allowLoopbackService })
}
