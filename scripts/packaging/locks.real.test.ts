import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inProject, readJson } from '../setup/project.mjs'
import { programFiles } from '../testing/source-files'
import { isOneOf, mayShip } from './papers'

/** Licences of tools, of which nothing ships: they ask for no more than the others. */
const mayBeUsed = [...mayShip, 'BlueOak-1.0.0', 'CC0-1.0', 'Python-2.0']

/**
 * The exceptions among tools. MPL-2.0 asks for the source of changed files only: used unchanged. CC-BY-4.0 asks for the name
 * of its source, which is this line. WTFPL allows everything, in words that not everybody likes.
 */
const judged: Readonly<Record<string, RegExp>> = {
  'MPL-2.0': /^(axe-core|@axe-core\/playwright|lightningcss(-.+)?)$/,
  'CC-BY-4.0': /^caniuse-lite$/,
  WTFPL: /^truncate-utf8-bytes$/,
}

interface LockedPackage {
  readonly license?: string
  /** Whether it is a tool. */
  readonly dev?: boolean
  readonly integrity?: string
  readonly resolved?: string
}

const manifest = readJson(inProject('package.json'))
const { '': _project, ...locked }: Record<string, LockedPackage> = readJson(
  inProject('package-lock.json'),
).packages

/** The packages of the lock file, by the ends of their folders, of which that is not true. */
function without(isRight: (each: LockedPackage, name: string) => boolean): readonly string[] {
  const named = Object.entries(locked).map(
    ([folder, each]) => [folder.split('node_modules/').at(-1) ?? '', each] as const,
  )
  return named.filter(([name, each]) => !isRight(each, name)).map(([name]) => name)
}

it('the lock file has a hash of everything, and no address: every mirror will do', () => {
  expect(Object.keys(locked).length).toBeGreaterThan(300)
  expect(
    without(({ integrity, resolved }) => /^sha512-/.test(integrity ?? '') && resolved === undefined),
  ).toEqual([])
})

it('the lock file has only licences that somebody judged, of what ships by stricter rules', () => {
  const isJudged = ({ license = '', dev }: LockedPackage, name: string) =>
    isOneOf(license, dev ? mayBeUsed : mayShip) || Boolean(dev && judged[license]?.test(name))
  expect(without(isJudged)).toEqual([])
  expect([isOneOf('(WTFPL OR MIT)', mayShip), isOneOf('MIT AND GPL-3.0', mayShip)]).toEqual([true, false])
})

it('dependencies are exact versions', () => {
  const wanted: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies }
  const exact = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
  expect(Object.entries(wanted).filter(([, version]) => !exact.test(version))).toEqual([])
})

it('runs no script at an install: npm is told so where everybody’s installs read it', () => {
  expect(readFileSync(inProject('.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
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
