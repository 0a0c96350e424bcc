import type { BuildKind } from '../../src/main/system/build'

/** Where each kind of build is put. Only a checkout's is run where it lies; the others are packed and then no more needed. */
export const buildFolders: Readonly<Record<BuildKind, string>> = {
  checkout: 'out',
  package: 'out-packed',
  trial_package: 'out-packed',
  test_package: 'out-packed',
}

/** The kind of build that the bundler's mode names. Its own modes, of `npm run dev` and a build, are a checkout's. */
export function buildKindOf(mode: string): BuildKind {
  return mode === 'package' || mode === 'trial_package' || mode === 'test_package' ? mode : 'checkout'
}
