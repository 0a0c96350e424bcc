import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { PlainFailure } from '../setup/project.mjs'

/** From this version on Electron has the fuse that takes away the privileges of `file:` pages. */
export const firstWithFileFuse = 29

/**
 * How each fuse of the packaged program must be: what would let somebody at the till run their own code
 * with our rights is off, what protects our own is on.
 */
const wanted = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
} as const satisfies Partial<Record<keyof typeof FuseV1Options, boolean>>

/**
 * Reads the fuses back from a packaged program.
 * @returns one line per fuse; throws a PlainFailure when one is not as it must be
 */
export async function readFuses(program: string, electronMajor: number): Promise<string[]> {
  const wire = (await getCurrentFuseWire(program)) as unknown as Record<string, unknown>
  const names = Object.keys(wanted) as (keyof typeof wanted)[]
  // The wire holds the character 1 for on and 0 for off.
  const states = names
    .filter((name) => name !== 'GrantFileProtocolExtraPrivileges' || electronMajor >= firstWithFileFuse)
    .map((name) => ({ name, on: wire[FuseV1Options[name]] === '1'.charCodeAt(0) }))
  const wrong = states.filter(({ name, on }) => on !== wanted[name]).map(({ name }) => name)
  if (wrong.length > 0) throw new PlainFailure(`Fuses are not as they must be: ${wrong.join(', ')}`)
  return states.map(({ name, on }) => `${name}: ${on ? 'on' : 'off'}`)
}
