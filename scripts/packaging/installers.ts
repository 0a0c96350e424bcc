import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { runChild } from '../session/children'
import { inProject, PlainFailure, projectFolder, readJson } from '../setup/project.mjs'
import { isProgram } from '../setup/system-libraries'
import type { PackedProgram } from './packed-program'

/** One kind of installer: how electron-builder calls it, how its file ends, and what must be here to make it. */
interface Installer {
  target: string
  ending: string
  needs: { readonly program: string; readonly of: string } | 'downloads'
}

const installers: Readonly<Partial<Record<NodeJS.Platform, readonly Installer[]>>> = {
  linux: [
    { target: 'deb', ending: '.deb', needs: { program: 'dpkg-deb', of: 'dpkg' } },
    { target: 'rpm', ending: '.rpm', needs: { program: 'rpmbuild', of: 'rpm' } },
    { target: 'tar.gz', ending: '.tar.gz', needs: { program: 'tar', of: 'tar' } },
    { target: 'AppImage', ending: '.AppImage', needs: 'downloads' },
  ],
  win32: [
    { target: 'nsis', ending: '.exe', needs: 'downloads' },
    { target: 'msi', ending: '.msi', needs: 'downloads' },
  ],
  darwin: [
    { target: 'dmg', ending: '.dmg', needs: 'downloads' },
    { target: 'zip', ending: '.zip', needs: 'downloads' },
  ],
}

interface MakeOptions {
  /** Whether electron-builder may fetch its own tools, from outside the package registry. */
  downloads: boolean
  /** Settings as its command line takes them. */
  settings: readonly string[]
  /** Those kinds alone; all that there are unless given. */
  only?: readonly string[]
  /** Whether they are only tried: then they are compressed less. */
  quick?: boolean
}

/**
 * Makes every installer of the packed program that can be made here. One that lacks something, or fails, is said in one
 * line, and the rest goes on.
 * @returns one line for each: the file and its size, or why there is none
 */
export async function makeInstallers(packed: PackedProgram, options: MakeOptions): Promise<string[]> {
  const lines: string[] = []
  const wanted = (installers[process.platform] ?? []).filter(
    ({ target }) => options.only?.includes(target) ?? true,
  )
  for (const installer of wanted) lines.push(await makeInstaller(packed, installer, options))
  return lines
}

async function makeInstaller(packed: PackedProgram, installer: Installer, options: MakeOptions) {
  const lacking = whatItLacks(installer.needs, options.downloads)
  if (lacking !== null) return `${installer.target}: not made: ${lacking}`
  const dist = path.dirname(packed.folder)
  try {
    const file = await (installer.target === 'tar.gz'
      ? makeArchive(packed, dist)
      : buildTarget(packed, dist, installer, options))
    return `${installer.target}: ${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB`
  } catch (error) {
    if (!(error instanceof PlainFailure)) throw error
    return `${installer.target}: not made: ${error.message}`
  }
}

/** Why such an installer cannot be made here, in words; null where it can. */
export function whatItLacks(needs: Installer['needs'], downloads: boolean): string | null {
  if (needs === 'downloads')
    return downloads ? null : 'its tools are a download: npm run package -- --downloads'
  return isProgram(needs.program) ? null : `it needs ${needs.program} (Debian’s package ${needs.of})`
}

async function buildTarget(
  packed: PackedProgram,
  dist: string,
  { target, ending }: Installer,
  { settings, quick = false }: MakeOptions,
) {
  const before = new Map(artifacts(dist, ending).map((file) => [file, statSync(file).mtimeMs]))
  const tool = inProject('node_modules', 'electron-builder', 'cli.js')
  const system = { linux: '--linux', win32: '--win', darwin: '--mac' }[process.platform as 'linux']
  const words = ['--prepackaged', packed.folder, system, target, '--publish', 'never', ...settings]
  const code = await runChild(process.execPath, [tool, ...words], {
    cwd: projectFolder,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      CUSTOM_FPM_PATH: inProject('scripts', 'packaging', 'fpm.mjs'),
      TILLSIDE_QUICK_PACKAGES: quick ? 'on' : 'off',
      SOURCE_DATE_EPOCH: String(timeOfSources()),
    },
  })
  const made = artifacts(dist, ending).find((file) => before.get(file) !== statSync(file).mtimeMs)
  if (code !== 0 || made === undefined) throw new PlainFailure('see above')
  return made
}

function artifacts(dist: string, ending: string): string[] {
  return readdirSync(dist)
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(dist, name))
}

/** The folder as it is, in one file that is the same for the same content: in order, root's, of the commit's time. */
async function makeArchive({ folder }: PackedProgram, dist: string): Promise<string> {
  const { version } = readJson(inProject('package.json'))
  const name = `tillside-${version}-${process.arch}`
  const file = path.join(dist, `${name}.tar.gz`)
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${timeOfSources()}`]
  const renamed = `--transform=s,^\\.,${name},`
  const code = await runChild(
    'tar',
    [...order, renamed, '--mode=u=rwX,go=rX', '-C', folder, '-czf', file, '.'],
    {
      stdio: ['ignore', 2, 2],
    },
  )
  if (code !== 0) throw new PlainFailure('tar failed: see above')
  return file
}

/** When the last commit was made, in seconds since 1970; the present where there is no history. */
function timeOfSources(): number {
  try {
    return Number(
      execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectFolder, encoding: 'utf8' }),
    )
  } catch {
    return Math.floor(Date.now() / 1000)
  }
}
