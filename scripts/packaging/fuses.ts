import { PlainFailure } from '../setup/project.mjs'

/** From this version on Electron has the fuse that takes away the privileges of `file:` pages. */
export const firstWithFileFuse = 29

/**
 * How each fuse of the packaged program must be: what would let somebody at the till run their own code
 * with our rights is off, what protects our own is on.
 */
const wanted: Readonly<Record<string, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
}

/**
 * Reads the fuses back from a packaged program.
 * @returns one line per fuse; throws a PlainFailure when one is not as it must be
 */
export async function readFuses(program: string, electronMajor: number): Promise<string[]> {
  const { FuseV1Options, getCurrentFuseWire } = await import('@electron/fuses')
  const wire = (await getCurrentFuseWire(program)) as unknown as Record<string, unknown>
  const options: Record<string, unknown> = FuseV1Options
  const lines = Object.entries(wanted).map(([name, on]) => {
    if (name === 'GrantFileProtocolExtraPrivileges' && electronMajor < firstWithFileFuse) {
      return { line: `${name}: not in this Electron`, right: true }
    }
    // The wire holds the character 1 for on and 0 for off.
    const state = wire[String(options[name])] === '1'.charCodeAt(0)
    return { line: `${name}: ${state ? 'on' : 'off'}`, right: state === on }
  })
  const wrong = lines.filter((fuse) => !fuse.right).map((fuse) => fuse.line)
  if (wrong.length > 0) throw new PlainFailure(`Fuses are not as they must be: ${wrong.join(', ')}`)
  return lines.map((fuse) => fuse.line)
}
