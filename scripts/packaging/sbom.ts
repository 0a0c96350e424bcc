import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { runNpm } from '../setup/packages.mjs'
import { inProject, PlainFailure, projectFolder, readJson } from '../setup/project.mjs'

/** What of a CycloneDX bill of materials is read here; the rest passes as it is. */
interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly scope?: string
  readonly purl?: string
  readonly hashes?: readonly unknown[]
  readonly properties?: readonly unknown[]
}

interface Bill {
  readonly serialNumber?: string
  readonly metadata: { readonly timestamp?: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/**
 * Writes the bill of materials that goes with the program (CycloneDX, from the lock file): the packages that ship, with
 * their hashes and licences, and the Electron they run on. Throws a PlainFailure when npm cannot read the lock file.
 * @param folders of the packages that ship, below the project
 * @param electron the version that is packed
 */
export function placeSbom(build: string, folders: readonly string[], electron: string): void {
  const { ok, output } = runNpm(
    // What ships is bundled and so a development package, which npm leaves out behind a build for production.
    ['sbom', '--package-lock-only', '--include=dev', '--sbom-format', 'cyclonedx', '--loglevel=error'],
    projectFolder,
  )
  if (!ok) throw new PlainFailure('npm could not make a bill of materials of the lock file: see above.')
  const shipped = folders.map((folder) => {
    const { name, version } = readJson(inProject(folder, 'package.json'))
    return `${name}@${version}`
  })
  const bill = billOfShipped(JSON.parse(output), shipped, electron)
  writeFileSync(path.join(build, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
}

/**
 * The part of a bill of everything installed that ships. Two of the same lock file and build are equal: it has neither
 * number nor time of its own.
 * @param all of the whole lock file
 * @param shipped as name@version
 */
export function billOfShipped(all: Bill, shipped: readonly string[], electron: string): Bill {
  const unknown = shipped.filter((ref) => all.components.every((component) => component['bom-ref'] !== ref))
  if (unknown.length > 0) throw new PlainFailure(`The lock file does not have ${unknown.join(', ')}.`)
  const components = all.components
    .filter((component) => shipped.includes(component['bom-ref']) || component.name === 'electron')
    .map((component) => ({ ...component, scope: 'required', properties: [] }))
    .map((component) => (component.name === 'electron' ? electronOf(component, electron) : component))
  const refs = components.map((component) => component['bom-ref'])
  const { timestamp: _when, ...metadata } = all.metadata
  const { serialNumber: _number, ...bill } = all
  const root = { ...metadata.component, name: 'tillside', type: 'application' }
  return {
    ...bill,
    metadata: { ...metadata, component: root },
    components,
    dependencies: [root['bom-ref'], ...refs].map((ref) => ({
      ref,
      dependsOn: ref === root['bom-ref'] ? refs : dependenciesOf(all, ref, refs),
    })),
  }
}

function dependenciesOf({ dependencies }: Bill, ref: string, refs: readonly string[]) {
  const found = dependencies.find((entry) => entry.ref === ref)
  return (found?.dependsOn ?? []).filter((wanted) => refs.includes(wanted))
}

/** The hash in the lock file is that of the version which ships; a package for trial may be made of another. */
function electronOf(component: Component, version: string): Component {
  if (component.version === version) return component
  const { hashes: _hashes, ...rest } = component
  return { ...rest, 'bom-ref': `electron@${version}`, version, purl: `pkg:npm/electron@${version}` }
}
