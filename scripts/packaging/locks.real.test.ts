import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject, readJson } from '../setup/project.mjs'
import { programFiles } from '../testing/source-files'
import { mayShip } from './papers'

interface LockedPackage {
  readonly license?: string
  /** Whether it is a tool, of which nothing ships. */
  readonly dev?: boolean
  readonly integrity?: string
  readonly resolved?: string
}

const manifest = readJson(inProject('package.json'))
const lock = readJson(inProject('package-lock.json'))
const { '': _project, ...locked }: Record<string, LockedPackage> = lock.packages

/** The folders of the packages of the lock file of which that is not true. */
const without = (isRight: (each: LockedPackage) => boolean) =>
  Object.keys(locked).filter((folder) => !isRight(locked[folder] ?? {}))

it('the lock file has a hash of everything, and no address: every mirror will do', () => {
  const isFixed = ({ integrity, resolved }: LockedPackage) =>
    /^sha512-/.test(integrity ?? '') && resolved === undefined
  expect([Object.keys(locked).length > 300, without(isFixed)]).toEqual([true, []])
})

it('what ships has a licence that somebody judged, for every system', () => {
  expect(without(({ license = '', dev }) => dev || mayShip(license))).toEqual([])
  expect([mayShip('(WTFPL OR MIT)'), mayShip('MIT AND GPL-3.0')]).toEqual([true, false])
})

it.each(['ignore-scripts', 'save-exact'])('npm is told %s where everybody’s installs read it', (setting) => {
  expect(readFileSync(inProject('.npmrc'), 'utf8').split('\n')).toContain(`${setting}=true`)
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
