import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inProject, PlainFailure, runScript } from '../setup/project.mjs'

/** Where electron-builder puts the folder below dist/, and the program in it, which differs by system and processor. */
const places: Readonly<Partial<Record<NodeJS.Platform, { unpacked: RegExp; program: string }>>> = {
  linux: { unpacked: /^linux(-\w+)?-unpacked$/, program: 'tillside' },
  win32: { unpacked: /^win(-\w+)?-unpacked$/, program: 'Tillside.exe' },
  darwin: { unpacked: /^mac(-\w+)?$/, program: 'Tillside.app/Contents/MacOS/Tillside' },
}

/**
 * The packaged program below that folder of the project, and the folder it lies in, both as absolute paths. Throws a
 * PlainFailure while none is made.
 */
export function packedProgram(dist = 'dist') {
  const place = places[process.platform]
  const names = existsSync(inProject(dist)) ? readdirSync(inProject(dist)) : []
  const folder = inProject(dist, names.find((name) => place?.unpacked.test(name)) ?? '')
  const program = path.join(folder, place?.program ?? '')
  if (!existsSync(program))
    throw new PlainFailure('The packaged program is not made yet: npm run package makes it.')
  return { program, folder }
}

// `npm run packaged-path` prints its absolute path and nothing else.
if (process.argv[1] === fileURLToPath(import.meta.url))
  await runScript(async () => {
    process.stdout.write(`${packedProgram().program}\n`)
  })
