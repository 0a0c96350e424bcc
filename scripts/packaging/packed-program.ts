import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/project.mjs'

/** The packaged program and the folder it lies in, both as absolute paths. */
export interface PackedProgram {
  program: string
  folder: string
}

/** Where the packager puts the folder below dist/, and the program in it, which differs by system and processor. */
const places: Readonly<Partial<Record<NodeJS.Platform, { unpacked: RegExp; inside: readonly string[] }>>> = {
  linux: { unpacked: /^linux(-\w+)?-unpacked$/, inside: ['tillside'] },
  win32: { unpacked: /^win(-\w+)?-unpacked$/, inside: ['Tillside.exe'] },
  darwin: { unpacked: /^mac(-\w+)?$/, inside: ['Tillside.app', 'Contents', 'MacOS', 'Tillside'] },
}

/** What a package is for. All but the first say so on their screens. */
export type PackageKind = 'package' | 'trial_package' | 'test_package'

/** The packager's folder: a test package is never found where one for people is looked for. */
export function packagesFolder(kind: PackageKind): string {
  return kind === 'test_package' ? inProject('dist', 'test-package') : inProject('dist')
}

/** The package for people, or the one that is asked for; null while none is made. */
export function packedProgram(kind: PackageKind = 'package'): PackedProgram | null {
  const place = places[process.platform]
  const dist = packagesFolder(kind)
  if (place === undefined || !existsSync(dist)) return null
  const name = readdirSync(dist).find((entry) => place.unpacked.test(entry))
  if (name === undefined) return null
  const folder = path.join(dist, name)
  const program = path.join(folder, ...place.inside)
  return existsSync(program) ? { program, folder } : null
}
