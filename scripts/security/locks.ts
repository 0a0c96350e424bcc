import { inProject, readJson } from '../setup/project.mjs'

/** Licences that a program under ours may carry. Another one is a decision for a person. */
export const mayShip = ['MIT', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'OFL-1.1']

/** Those of tools, of which nothing ships: they ask for no more than the above. */
const mayBeUsed = [...mayShip, 'BlueOak-1.0.0', 'CC0-1.0', 'Python-2.0']

/**
 * The exceptions among tools. MPL-2.0 asks for the source of changed files only: used unchanged. CC-BY-4.0 asks for the name
 * of its source, which is this line. WTFPL allows everything, in words that not everybody likes.
 */
const judged = [
  { licence: 'MPL-2.0', packages: /^(axe-core|@axe-core\/playwright|lightningcss(-.+)?)$/ },
  { licence: 'CC-BY-4.0', packages: /^caniuse-lite$/ },
  { licence: 'WTFPL', packages: /^truncate-utf8-bytes$/ },
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
  readonly license?: string
  /** Whether it is a tool: nothing of it ships. */
  readonly dev?: boolean
  readonly integrity?: string
  readonly resolved?: string
}

type Table<T> = Readonly<Record<string, T>>

interface Manifest {
  readonly dependencies?: Table<string>
  readonly devDependencies?: Table<string>
}

/** The packages of the project's lock file. */
export function lockedPackages(): readonly LockedPackage[] {
  const locked: Table<Partial<LockedPackage>> = readJson(inProject('package-lock.json')).packages
  return Object.entries(locked)
    .filter(([folder]) => folder !== '')
    .map(([folder, entry]) => ({
      ...entry,
      name: entry.name ?? folder.split('node_modules/').at(-1) ?? folder,
    }))
}

/**
 * What must be mended before anything of it is installed, a sentence each: dependencies that are ranges, packages without
 * a hash or with an address, licences that nobody has judged.
 */
export function findLooseEnds(packages: readonly LockedPackage[], manifest: Manifest): readonly string[] {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  const ranges = wanted.filter(([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  const ends = (each: LockedPackage) => [
    ...(each.integrity?.startsWith('sha512-') ? [] : ['has no SHA-512']),
    ...(each.resolved === undefined ? [] : ['names an address: every mirror will do']),
    ...(isJudged(each) ? [] : [`has the licence “${each.license ?? ''}”: may it be used?`]),
  ]
  return [
    ...ranges.map(([name, version]) => `${name}: “${version}” is no exact version`),
    ...packages.flatMap((each) => ends(each).map((end) => `${each.name}: ${end}`)),
  ]
}

/** What ships is judged by mayShip alone. */
function isJudged({ name, license = '', dev }: LockedPackage): boolean {
  if (!dev) return isOneOf(license, mayShip)
  const isException = judged.some(({ licence, packages }) => licence === license && packages.test(name))
  return isException || isOneOf(license, mayBeUsed)
}
