import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inProject, readJson } from '../setup/project.mjs'
import { programFiles } from '../testing/source-files'
import { findLooseEnds, isOneOf, lockedPackages, mayShip } from './locks'

const manifest = readJson(inProject('package.json'))
const packages = lockedPackages()

describe('the lock file', () => {
  it('has exact versions, a hash of everything, no address, and judged licences', () => {
    expect(packages.length).toBeGreaterThan(300)
    expect(findLooseEnds(packages, manifest)).toEqual([])
  })

  it('runs no script at an install: npm is told so where everybody’s installs read it', () => {
    expect(readFileSync(inProject('.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })
})

it('whatever the program imports is a dependency, so that notices and bill of materials name it', () => {
  const program = programFiles(/^src\/.*\.(?:tsx?|css)$/)
  const imported = program.flatMap(({ text }) =>
    [
      ...text.matchAll(
        /(?:^(?:import|@import)\b[^'"\n]*|^[^'"\n]*\} from |\bimport\(|\brequire\()['"](@[^/'"]+\/[^/'"]+|\w[^/'"]*)/gm,
      ),
    ].map(([, name = '']) => name),
  )
  const names = [...new Set(imported)].filter((name) => !name.startsWith('node:') && name !== 'electron')
  expect(names).toEqual(expect.arrayContaining(['react', 'keytar', 'bwip-js', '@fontsource-variable/inter']))
  expect(names.filter((name) => manifest.dependencies[name] === undefined)).toEqual([])
})

describe('loose ends', () => {
  const whole = { name: 'a', license: 'MIT', integrity: 'sha512-abc' }

  it('are versions that are not exact', () => {
    const loose = '^1.2.3|~1.2.3|1.x|>=1.0.0|*|latest|npm:@scope/one@^1.2.3|github:one/two|'.split('|')
    const exact = ['1.2.3', '1.2.3-beta.1', 'npm:@scope/one@1.2.3']
    const judge = (version: string) => findLooseEnds([whole], { devDependencies: { one: version } }).length
    expect([loose.map(judge), exact.map(judge)]).toEqual([loose.map(() => 1), exact.map(() => 0)])
  })

  it.each([
    ['no hash', { integrity: '' }],
    ['an old hash', { integrity: 'sha1-abc' }],
    ['an address', { resolved: 'https://mirror.example/a.tgz' }],
    ['a licence that may not ship', { license: 'MPL-2.0' }],
    ['an exception’s licence that is not the exception', { license: 'MPL-2.0', dev: true }],
  ])('are a package with %s', (_what, change) => {
    expect(findLooseEnds([{ ...whole, ...change }], {})).toHaveLength(1)
  })

  it('are neither an exception nor a choice of licences', () => {
    const exception = { ...whole, name: 'axe-core', license: 'MPL-2.0', dev: true }
    expect(findLooseEnds([exception], {})).toEqual([])
    expect([isOneOf('(WTFPL OR MIT)', mayShip), isOneOf('MIT AND GPL-3.0', mayShip)]).toEqual([true, false])
  })
})
