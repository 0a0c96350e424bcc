import type { BuildKind } from '../system/build'
import type { AddressRule, HostRule } from '../vault/credentials'
import type { ProfileMode } from './profile-mode'

type Given = {
  readonly mode: ProfileMode
  readonly kind: BuildKind
  /** See build.ts. */
  readonly isForThisPcOnly: boolean
  /** The administrator's word. */
  readonly allowLoopbackService: boolean
  /** The only address that the administrator lets be connected, normalised; null where any may. */
  readonly only: string | null
}

/**
 * Which payment services a profile may be connected to. Whoever sits at a store's till can run a service of his own on
 * this PC that "refunds" whatever he likes, so there such an address takes the administrator's word.
 */
export function addressRule({ only, ...given }: Given): AddressRule {
  const hosts = hostRule(given)
  // Practice has a service of its own, whatever the till is connected to.
  return only === null || given.mode === 'practice' ? hosts : { only, hosts }
}

function hostRule({ mode, kind, isForThisPcOnly, allowLoopbackService }: Omit<Given, 'only'>): HostRule {
  if (isForThisPcOnly) return 'this_pc_only'
  return mode === 'service' && kind === 'package' && !allowLoopbackService ? 'not_this_pc' : 'any'
}
