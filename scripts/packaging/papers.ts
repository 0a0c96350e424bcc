import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runNpm } from '../setup/packages.mjs'
import { inProject, PlainFailure, projectFolder, readJson } from '../setup/project.mjs'

/** Licences that a program under ours may carry. Another one is a decision for a person. */
export const mayShip = ['MIT', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'OFL-1.1']

/** Whether a licence is one of these. Of several that may be chosen from, one is enough. */
export function isOneOf(licence: string, allowed: readonly string[]): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((each) => allowed.includes(each))
}

/** A package without a text of its own, and the one of the same authors and licence whose text is theirs. */
const sameText = { of: /^@libsql\//, text: 'libsql' }

/**
 * Writes what is shipped beside the program where electron-builder.yml takes it from: the notices of every package that
 * is no tool, and the bill of materials. Throws a PlainFailure that names a package whose licence is unknown or has no
 * text.
 * @param electron the version that is packed
 */
export function placePapers(build: string, electron: string): void {
  const notices = shippedFolders().map((folder) => noticeOf(inProject(folder)))
  writeFileSync(path.join(build, 'THIRD-PARTY-NOTICES.txt'), noticesText(notices))
  writeFileSync(path.join(build, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(electron), null, 2)}\n`)
}

/** What is no tool, below the project. One that is not installed is another system's. */
function shippedFolders(): readonly string[] {
  const locked: Record<string, { dev?: boolean }> = readJson(inProject('package-lock.json')).packages
  return Object.keys(locked).filter(
    (folder) => folder && !locked[folder]?.dev && existsSync(inProject(folder)),
  )
}

interface Notice {
  readonly title: string
  readonly text: string
}

/** What one installed package wants to be said. Throws a PlainFailure where that cannot be told. */
export function noticeOf(folder: string): Notice {
  const { name, version, license = '' } = readJson(path.join(folder, 'package.json'))
  if (!isOneOf(license, mayShip))
    throw new PlainFailure(
      `${name} has the licence “${license}”: may it ship? See scripts/packaging/papers.ts.`,
    )
  const text = licenceText(sameText.of.test(name) ? inProject('node_modules', sameText.text) : folder)
  if (text === '') throw new PlainFailure(`${name} brings no text of its licence ${license}.`)
  return { title: `${name} ${version} (${license})`, text }
}

function licenceText(folder: string) {
  return readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|copyrightnotice)/i.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}

/** Equal texts stand once, below the names of all packages that they are for. */
export function noticesText(notices: readonly Notice[]): string {
  const texts = [...new Set(notices.map(({ text }) => text))]
  const chapters = texts.map((text) => {
    const titles = notices.filter((notice) => notice.text === text).map(({ title }) => title)
    return `${titles.join('\n')}\n\n${text}\n`
  })
  const head =
    'Tillside contains the following packages. Electron brings its own notices:\n' +
    'LICENSE.electron.txt and LICENSES.chromium.html in the same package.\n'
  return [head, ...chapters].join(`\n${'-'.repeat(78)}\n\n`)
}

/** What of a CycloneDX bill of materials is read here; the rest passes as it is. */
interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly properties?: readonly { readonly name: string }[]
}

interface Bill {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/**
 * The bill of materials (CycloneDX) as npm makes it, of what is no tool, and the Electron that it runs on. Two of the same
 * lock file are equal: it has neither number nor time of its own. Throws a PlainFailure when npm cannot read the lock.
 */
export function billOfMaterials(version: string): Bill {
  const form = ['--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error']
  const { ok, output } = runNpm(['sbom', '--package-lock-only', '--include=dev', ...form], projectFolder)
  if (!ok) throw new PlainFailure('npm could not make a bill of materials: see above.')
  const { serialNumber: _number, metadata, components, dependencies, ...bill } = JSON.parse(output)
  const { timestamp: _time, component, ...always } = metadata
  const electron = { type: 'framework', name: 'electron', version, purl: `pkg:npm/electron@${version}` }
  // npm 11 takes every dependency of a tool for a tool, so `--omit=dev` would leave out zod; its own property is right.
  const isTool = ({ properties = [] }: Component) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development')
  const shipped: Component[] = components.filter((each: Component) => !isTool(each))
  const refs = new Set([component, ...shipped].map((each) => each['bom-ref']))
  return {
    ...bill,
    // npm calls it by the name of its folder.
    metadata: { ...always, component: { ...component, name: readJson(inProject('package.json')).name } },
    components: [...shipped, { 'bom-ref': `electron@${version}`, ...electron }],
    dependencies: (dependencies as Bill['dependencies'])
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  }
}
