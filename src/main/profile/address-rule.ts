import type { AddressRule } from '../vault/stored-credentials'
import type { ProfileMode } from './profile-mode'
import type { ProgramBuild } from './program-build'

type Given = {
  readonly mode: ProfileMode
  readonly build: ProgramBuild
  /** See test-build.ts. */
  readonly isTestBuild: boolean
  /** The administrator's word. */
  readonly allowLoopbackService: boolean
}

/**
 * Which payment services a profile may be connected to. Whoever sits at a store's till can run a service of his own on
 * this PC that "refunds" whatever he likes, so there such an address takes the administrator's word.
 */
export function addressRule({ mode, build, isTestBuild, allowLoopbackService }: Given): AddressRule {
  if (isTestBuild) return 'this_pc_only'
  return mode === 'service' && build === 'shipped' && !allowLoopbackService ? 'not_this_pc' : 'any'
}
