import type { Finding, Lock } from './locks'

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
const mayBeUsed: readonly string[] = [...mayShip, 'BlueOak-1.0.0', 'CC0-1.0', 'Python-2.0']

interface Judged {
  readonly licence: string
  readonly packages: RegExp
  /** Why it may be used all the same, as a tool. */
  readonly why: string
}

/** The exceptions, each with its word. None of these packages ships. */
export const judged: readonly Judged[] = [
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

/** Every package of a lock file whose licence nobody has judged. What ships is judged by mayShip alone. */
export function findUnjudgedLicences({ name: file, packages }: Lock): readonly Finding[] {
  return packages
    .filter(({ name, licence, dev }) => {
      if (isOneOf(licence, dev ? mayBeUsed : mayShip)) return false
      return !(dev && judged.some((each) => each.licence === licence && each.packages.test(name)))
    })
    .map(({ name, version, licence }) => ({
      rule: 'licences: unjudged',
      where: name,
      what: `${name} ${version} of ${file} has the licence “${licence}”: may it be used? See scripts/security/licences.ts`,
    }))
}
