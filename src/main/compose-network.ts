/** The part of compose.ts that says how this PC's administrator and its system let the till reach a service. */
import { systemProxyFor } from './connection/system-proxy'
import type { NetworkRules } from './payments/socket'
import { makeTrustedRoots } from './payments/trusted-roots'
import type { ReadPolicy } from './policy/read-policy'

export function networkRules({ policy, authorities }: ReadPolicy): NetworkRules {
  return {
    trustedRoots: makeTrustedRoots(authorities),
    pins: policy.pins,
    ...(policy.proxy === 'system' ? { proxyFor: systemProxyFor } : {}),
  }
}
