import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runNpm } from '../setup/packages.mjs'
import { inProject, PlainFailure, projectFolder, readJson } from '../setup/project.mjs'

const licences = ['MIT', 'ISC', '0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'OFL-1.1']

/** Whether a program under ours may carry it. Of several to choose from one is enough; any other is for a person to decide. */
export function mayShip(licence: string): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((each) => licences.includes(each))
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
  const notices = [head, ...shippedFolders().map((folder) => noticeOf(inProject(folder)))]
  writeFileSync(path.join(build, 'THIRD-PARTY-NOTICES.txt'), notices.join(`\n${'-'.repeat(78)}\n\n`))
  writeFileSync(path.join(build, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(electron), null, 2)}\n`)
}

const head =
  'Tillside contains the following packages. Electron brings its own notices:\n' +
  'LICENSE.electron.txt and LICENSES.chromium.html in the same package.\n'

/** What is no tool, below the project. One that is not installed is another system's. */
function shippedFolders(): readonly string[] {
  const locked: Record<string, { dev?: boolean }> = readJson(inProject('package-lock.json')).packages
  return Object.keys(locked).filter(
    (folder) => folder && !locked[folder]?.dev && existsSync(inProject(folder)),
  )
}

/** What one installed package wants to be said. Throws a PlainFailure where that cannot be told. */
export function noticeOf(folder: string): string {
  const { name, version, license = '' } = readJson(path.join(folder, 'package.json'))
  if (!mayShip(license))
    throw new PlainFailure(`${name} has the licence “${license}”: may it ship? See papers.ts.`)
  const text = licenceText(sameText.of.test(name) ? inProject('node_modules', sameText.text) : folder)
  if (text === '') throw new PlainFailure(`${name} brings no text of its licence ${license}.`)
  return `${name} ${version} (${license})\n\n${text}\n`
}

function licenceText(folder: string) {
  return readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|copyrightnotice)/i.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
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
