import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inProject } from '../setup/project.mjs'
import { findUnjudgedLicences, isOneOf, judged, mayShip } from './licences'
import { findLooseEnds, type Lock, type Manifest, packagesOf, readLock } from './locks'

const hash = 'sha512-abc'

function lockOf(entries: Readonly<Record<string, object>>, manifest: Manifest = {}): Lock {
  const text = JSON.stringify({ packages: { '': { name: 'ours', license: 'none' }, ...entries } })
  return { name: 'a lock', manifest, packages: packagesOf(text) }
}

describe('the lock file', () => {
  const lock = readLock()

  it('has exact versions, a hash of everything, and every install script by name', () => {
    expect(findLooseEnds(lock)).toEqual([])
    expect(lock.packages.length).toBeGreaterThan(300)
  })

  it('brings no licence that nobody has judged', () => {
    expect(findUnjudgedLicences(lock)).toEqual([])
  })

  it('names no address: every mirror will do', () => {
    expect(lock.packages.filter(({ resolved }) => resolved !== '')).toEqual([])
  })
})

describe('loose ends', () => {
  it.each([
    '^1.2.3',
    '~1.2.3',
    '1.x',
    '>=1.0.0',
    '*',
    'latest',
    'npm:@scope/one@^1.2.3',
    'github:one/two',
    '',
  ])('%j is no exact version', (version) => {
    for (const manifest of [{ dependencies: { one: version } }, { devDependencies: { one: version } }]) {
      expect(findLooseEnds(lockOf({}, manifest))).toMatchObject([{ rule: 'manifest: range', where: 'one' }])
    }
  })

  it.each(['1.2.3', '1.2.3-beta.1', 'npm:@scope/one@1.2.3'])('%j is one', (version) => {
    expect(findLooseEnds(lockOf({}, { dependencies: { one: version } }))).toEqual([])
  })

  it('are a package without a hash, or with an old one', () => {
    const lock = lockOf({ 'node_modules/a': {}, 'node_modules/b': { integrity: 'sha1-abc' } })
    const rule = 'lock: no hash'
    expect(findLooseEnds(lock)).toMatchObject([
      { rule, where: 'a' },
      { rule, where: 'b' },
    ])
  })

  it('are an install script that is not named by the package’s own name', () => {
    const entries = { 'node_modules/a': { name: '@real/a', integrity: hash, hasInstallScript: true } }
    const rule = 'manifest: install script'
    expect(findLooseEnds(lockOf(entries, { allowScripts: { a: false } }))).toMatchObject([
      { rule, where: '@real/a' },
    ])
    expect(findLooseEnds(lockOf(entries, { allowScripts: { '@real/a': false } }))).toEqual([])
  })

  it('are run by no install: npm is told so where everybody’s installs read it', () => {
    expect(readFileSync(inProject('.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })
})

describe('a licence', () => {
  it('of several may be chosen, and one that may not ship is refused though tools may have it', () => {
    expect(isOneOf('(WTFPL OR MIT)', mayShip)).toBe(true)
    expect(isOneOf('MIT AND GPL-3.0', mayShip)).toBe(false)
    const entry = { integrity: hash, license: 'MPL-2.0', version: '1.0.0' }
    const found = findUnjudgedLicences(
      lockOf({
        'node_modules/axe-core': { ...entry, dev: true },
        'node_modules/lightningcss': entry,
        'node_modules/x': { ...entry, dev: true },
      }),
    )
    expect(found.map(({ where }) => where)).toEqual(['lightningcss', 'x'])
    expect(findUnjudgedLicences(lockOf({ 'node_modules/none': { dev: true } }))).toHaveLength(1)
  })

  it('that is an exception is used by a package that is there', () => {
    const tools = readLock().packages
    const unused = judged.filter(
      ({ licence, packages }) =>
        !tools.some((each) => each.dev && each.licence === licence && packages.test(each.name)),
    )
    expect(unused).toEqual([])
  })
})
