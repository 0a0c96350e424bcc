import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { floorVersion } from '../floor/floor-electron'
import { fetchedPackage } from '../setup/fetched-package'
import { inProject, projectFolder } from '../setup/project.mjs'
import { checkWith } from './runners'
import type { Findings } from './stages'

const cache = inProject('node_modules', '.cache', 'tillside')
const typesPackage = {
  name: `electron@${floorVersion}`,
  sha512: 'WvFUfVsJn6YiP35UxdibYVjU2LceastyMm4SVp2bmb4XvKEvItAIiwxgm7tPC5Syl1243aRCvQLqr84sZ71pyQ==',
  part: 'electron.d.ts',
}

/** Checks the types of what runs in Electron against the oldest Electron it must run on. */
export async function checkFloorTypes(): Promise<Findings> {
  const types = await fetchedPackage(typesPackage, path.join(cache, `electron-${floorVersion}.d.ts`))
  const projects = ['main', 'preload'].map((part) => writeProject(inProject('src', part), types))
  return checkWith('typescript', '-b', '--pretty', 'false', ...projects)
}

/** A tsconfig for one part of the project that sees the floor's Electron instead of the installed one. */
function writeProject(part: string, types: string): string {
  const file = path.join(cache, `tsconfig.${path.basename(part)}.json`)
  const config = {
    extends: path.join(part, 'tsconfig.json'),
    compilerOptions: {
      composite: false,
      noEmit: true,
      rootDir: projectFolder,
      emitDeclarationOnly: false,
      declarationMap: false,
      paths: { electron: [types] },
      // The compiler looks for these beside the config, which is not where the project is.
      typeRoots: [inProject('node_modules', '@types'), inProject('node_modules')],
    },
    include: [path.join(part, '**', '*.ts'), types],
  }
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, JSON.stringify(config, null, 2))
  return file
}
