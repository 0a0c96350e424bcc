import { inProject, readJson } from '../setup/project.mjs'

/** Licences that a program under ours may carry. Another one is a decision for a person. */
export const mayShip: readonly string[] = [
  'MIT',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'OFL-1.1',
]

/** Those of tools, of which nothing ships: they ask for no more than the above. */
const mayBeUsed = [...mayShip, 'BlueOak-1.0.0', 'CC0-1.0', 'Python-2.0']

/** The exceptions, each with its word. None of these packages ships. */
export const judged = [
  {
    licence: 'MPL-2.0',
    packages: /^(axe-core|@axe-core\/playwright|lightningcss(-.+)?)$/,
    why: 'asks for the source of changed files only; used unchanged, in tests and for style sheets',
  },
  {
    licence: 'CC-BY-4.0',
    packages: /^caniuse-lite$/,
    why: 'a table of browsers, read while something is built; it asks for the name of its source, and this is it',
  },
  {
    licence: 'WTFPL',
    packages: /^truncate-utf8-bytes$/,
    why: 'allows everything, in words that not everybody likes; used by the packager',
  },
]

/** Whether a licence is one of these. Of several that may be chosen from, one is enough. */
export function isOneOf(licence: string, allowed: readonly string[]): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((each) => allowed.includes(each))
}

/** A package of package-lock.json, as far as it is judged. */
export interface LockedPackage {
  /** What it is; what it is installed as is the end of its folder. */
  readonly name: string
  readonly version?: string
  readonly license?: string
  /** Whether it is a tool: nothing of it ships. */
  readonly dev?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
}

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

/** The packages of the project's lock file. */
export function lockedPackages(): readonly LockedPackage[] {
  const { '': _project, ...packages }: Record<string, Omit<LockedPackage, 'name'> & { name?: string }> =
    readJson(inProject('package-lock.json')).packages
  return Object.entries(packages).map(([folder, entry]) => ({
    ...entry,
    name: entry.name ?? folder.split('node_modules/').at(-1) ?? folder,
  }))
}

/**
 * What must be mended before anything of it is installed, a sentence each: dependencies that are ranges, packages without
 * a hash or with an address, install scripts that nobody has named, licences that nobody has judged.
 */
export function findLooseEnds(packages: readonly LockedPackage[], manifest: Manifest): readonly string[] {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  const ranges = wanted.filter(([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  return [
    ...ranges.map(([name, version]) => `${name}: “${version}” is no exact version`),
    ...packages.flatMap((each) => {
      const ends = [
        !each.integrity?.startsWith('sha512-') && 'has no SHA-512',
        each.resolved !== undefined && 'names an address: every mirror will do',
        each.hasInstallScript &&
          manifest.allowScripts?.[each.name] === undefined &&
          'runs a script when it is installed; allowScripts does not name it',
        !isJudged(each) && `has the licence “${each.license ?? ''}”: may it be used?`,
      ]
      return ends.filter((end) => end !== false && end !== undefined).map((end) => `${each.name}: ${end}`)
    }),
  ]
}

/** What ships is judged by mayShip alone. */
function isJudged({ name, license = '', dev }: LockedPackage): boolean {
  if (!dev) return isOneOf(license, mayShip)
  return (
    isOneOf(license, mayBeUsed) ||
    judged.some(({ licence, packages }) => licence === license && packages.test(name))
  )
}
