import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listPackage } from '@electron/asar'
import type { PlacedElectron } from '../setup/place-electron'
import { inProject, PlainFailure } from '../setup/project.mjs'
import type { PackedProgram } from './packed-program'

/** Electron's own, which electron-builder gives another name. */
const renamed = 'LICENSE.electron.txt'

/** What is ours in the packed program: every file that Electron does not bring, in order, those of the archive too. */
function ownContents({ folder }: PackedProgram, electron: PlacedElectron): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => file !== renamed && !existsSync(path.join(electron.folder, file)))
  const archive = files.find((file) => file.endsWith('app.asar'))
  if (archive === undefined) throw new PlainFailure('The package has no archive of the app.')
  const inside = listPackage(path.join(folder, archive), { isPack: false }).map((file) => `app.asar${file}`)
  const folders = new Set(inside.map((file) => path.dirname(file)))
  const names = [...files, ...inside.filter((file) => !folders.has(file))].map((file) =>
    file
      .replaceAll(path.sep, '/')
      // A bundler names its parts by what is in them; how many there are is its own affair.
      .replace(/^(app\.asar\/out\/(?:main\/chunks|renderer\/assets)\/).*\.(js|css)$/, '$1*.$2'),
  )
  return [...new Set(names)].sort()
}

/**
 * Compares what is packed with the list that is kept beside this file for this system. Throws a PlainFailure that names
 * what is new and what is missing.
 * @param renew writes the list instead
 * @returns a sentence
 */
export function compareContents(packed: PackedProgram, electron: PlacedElectron, renew: boolean): string {
  const own = ownContents(packed, electron)
  const file = inProject('scripts', 'packaging', `contents-${process.platform}-${process.arch}.txt`)
  if (renew) writeFileSync(file, `${own.join('\n')}\n`)
  if (!existsSync(file)) return 'no list of files is kept for this system yet'
  const words = differences(own, readFileSync(file, 'utf8').trim().split('\n'))
  if (words !== null)
    throw new PlainFailure(`${words}. If it should be so: npm run package -- --renew-contents`)
  return `${own.length} files of our own, as listed`
}

/** What one list has and the other lacks, in words; null when they are the same. */
export function differences(own: readonly string[], kept: readonly string[]): string | null {
  const added = own.filter((file) => !kept.includes(file))
  const missing = kept.filter((file) => !own.includes(file))
  const parts = [
    ...(added.length > 0 ? [`new in the package: ${added.join(', ')}`] : []),
    ...(missing.length > 0 ? [`missing in the package: ${missing.join(', ')}`] : []),
  ]
  return parts.length === 0 ? null : parts.join('; ')
}
