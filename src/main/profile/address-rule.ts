import type { AddressRule } from '../vault/stored-credentials'
import type { BuildKind } from './build-kind'
import type { ProfileMode } from './profile-mode'

type Given = {
  readonly mode: ProfileMode
  readonly kind: BuildKind
  /** See test-build.ts. */
  readonly isForThisPcOnly: boolean
  /** The administrator's word. */
  readonly allowLoopbackService: boolean
}

/**
 * Which payment services a profile may be connected to. Whoever sits at a store's till can run a service of his own on
 * this PC that "refunds" whatever he likes, so there such an address takes the administrator's word.
 */
export function addressRule({ mode, kind, isForThisPcOnly, allowLoopbackService }: Given): AddressRule {
  if (isForThisPcOnly) return 'this_pc_only'
  return mode === 'service' && kind === 'package' && !allowLoopbackService ? 'not_this_pc' : 'any'
}
