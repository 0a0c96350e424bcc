import type { AppState } from '../../shared/contract'

/**
 * What a build is for. Only one constant of the bundler tells them apart (electron.vite.config.ts): never the name of a
 * file, which anybody can change.
 */
export type BuildKind = AppState['about']['build']

declare const TILLSIDE_BUILD: BuildKind | undefined

/** Of what this program is. A build that does not say is as strict as the one that ships; under plain Node there is none. */
export const buildKind: BuildKind = typeof TILLSIDE_BUILD === 'undefined' ? 'package' : TILLSIDE_BUILD

/** Whether the program may be driven from outside: a checkout's by developers and tests, a test package's by tests. */
export function takesDebugger(kind: BuildKind = buildKind): boolean {
  return kind === 'checkout' || kind === 'test_package'
}

/** The hot-reload server's address, which `npm run dev` names; a package does not have even the code that reads it. */
export const developmentAddress: string | null =
  typeof TILLSIDE_BUILD !== 'undefined' && TILLSIDE_BUILD === 'checkout'
    ? (process.env.ELECTRON_RENDERER_URL ?? null)
    : null
