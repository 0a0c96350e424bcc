import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildKind } from '../../src/main/system/build'
import { inProject, PlainFailure, runScript } from '../setup/project.mjs'

/** The packaged program and the folder it lies in, both as absolute paths. */
export interface PackedProgram {
  program: string
  folder: string
}

/** What a package is for. All but the first say so on their screens. */
export type PackageKind = Exclude<BuildKind, 'checkout'>

/** Where the packager puts the folder below dist/, and the program in it, which differs by system and processor. */
const places: Readonly<Partial<Record<NodeJS.Platform, { unpacked: RegExp; program: string }>>> = {
  linux: { unpacked: /^linux(-\w+)?-unpacked$/, program: 'tillside' },
  win32: { unpacked: /^win(-\w+)?-unpacked$/, program: 'Tillside.exe' },
  darwin: { unpacked: /^mac(-\w+)?$/, program: 'Tillside.app/Contents/MacOS/Tillside' },
}

/** The packager's folder: a test package is never found where one for people is looked for. */
export function packagesFolder(kind: PackageKind): string {
  return kind === 'test_package' ? inProject('dist', 'test-package') : inProject('dist')
}

/** The package for people, or the one that is asked for. Throws a PlainFailure while none is made. */
export function packedProgram(kind: PackageKind = 'package'): PackedProgram {
  const place = places[process.platform]
  const dist = packagesFolder(kind)
  const name = existsSync(dist) ? readdirSync(dist).find((entry) => place?.unpacked.test(entry)) : undefined
  const folder = path.join(dist, name ?? '')
  const program = path.join(folder, place?.program ?? '')
  if (name === undefined || !existsSync(program))
    throw new PlainFailure('The packaged program is not made yet: npm run package makes it.')
  return { program, folder }
}

// `npm run packaged-path` prints its absolute path and nothing else.
if (process.argv[1] === fileURLToPath(import.meta.url))
  await runScript(async () => {
    process.stdout.write(`${packedProgram().program}\n`)
  })
