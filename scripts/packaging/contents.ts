import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listPackage } from '@electron/asar'
import type { PlacedElectron } from '../setup/place-electron'
import { inProject, PlainFailure } from '../setup/project.mjs'
import type { PackedProgram } from './packed-program'

/** What must be in every package, whatever else a list names. */
const always = [
  'LICENSE.tillside.txt',
  'THIRD-PARTY-NOTICES.txt',
  'app.asar/out/main/index.js',
  'app.asar/out/preload/index.js',
  'app.asar/out/renderer/index.html',
  'resources/policy/policy.schema.json',
  'resources/tillside.desktop',
  'resources/tillside.png',
  'sbom.cdx.json',
]

/** The list of this system and processor, as it is kept; null where nobody has made one yet. */
function keptList(): { file: string; lines: readonly string[] | null } {
  const file = inProject('scripts', 'packaging', `contents-${process.platform}-${process.arch}.txt`)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : null
  return { file, lines }
}

/** A bundler names its parts by what is in them; how many there are is its own affair. */
function withoutHash(name: string): string {
  return name.replace(/^(app\.asar\/out\/(?:main\/chunks|renderer\/assets)\/).*\.(js|css)$/, '$1*.$2')
}

/** Electron's own, which electron-builder gives another name. */
const renamed = ['LICENSE.electron.txt']

/** What is ours in the packed program: every file that Electron does not bring, in order, those of the archive too. */
export function ownContents({ folder }: PackedProgram, electron: PlacedElectron): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !renamed.includes(file) && !existsSync(path.join(electron.folder, file)))
  const archive = files.find((file) => file.endsWith('app.asar'))
  if (archive === undefined) throw new PlainFailure('The package has no archive of the app.')
  const inside = listPackage(path.join(folder, archive), { isPack: false }).map(
    (file) => `app.asar${file.replaceAll(path.sep, '/')}`,
  )
  const folders = new Set(inside.map((file) => path.posix.dirname(file)))
  const all = [...files, ...inside.filter((file) => !folders.has(file))]
  return [...new Set(all.map(withoutHash))].sort()
}

/**
 * Compares what is packed with the list that is kept beside this file. Throws a PlainFailure that names what is new and
 * what is missing.
 * @param renew writes the list instead
 * @returns a sentence
 */
export function compareContents(packed: PackedProgram, electron: PlacedElectron, renew: boolean): string {
  const own = ownContents(packed, electron)
  const { file, lines } = keptList()
  if (renew) writeFileSync(file, `${own.join('\n')}\n`)
  if (renew || lines === null) {
    return renew ? `wrote the list of ${own.length} files` : `no list of files is kept for this system yet`
  }
  const words = differences(own, process.platform === 'linux' ? [...lines, ...always] : lines)
  if (words !== null)
    throw new PlainFailure(`${words}. If it should be so: npm run package -- --renew-contents`)
  return `${own.length} files of our own, as listed`
}

/** What one list has and the other lacks, in words; null when they are the same. */
export function differences(own: readonly string[], kept: readonly string[]): string | null {
  const added = own.filter((file) => !kept.includes(file))
  const missing = [...new Set(kept)].filter((file) => !own.includes(file))
  const parts = [
    ...(added.length > 0 ? [`new in the package: ${added.join(', ')}`] : []),
    ...(missing.length > 0 ? [`missing in the package: ${missing.join(', ')}`] : []),
  ]
  return parts.length === 0 ? null : parts.join('; ')
}
