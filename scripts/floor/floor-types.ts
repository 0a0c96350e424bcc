import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fetchedPackage } from '../setup/fetched-package'
import { inProject, projectFolder } from '../setup/project.mjs'
import { floorVersion } from './floor-electron'

const cache = inProject('node_modules', '.cache', 'tillside')
const typesPackage = {
  name: `electron@${floorVersion}`,
  sha512: 'WvFUfVsJn6YiP35UxdibYVjU2LceastyMm4SVp2bmb4XvKEvItAIiwxgm7tPC5Syl1243aRCvQLqr84sZ71pyQ==',
  part: 'electron.d.ts',
}

/**
 * A tsconfig for one part of the project that sees the floor's Electron instead of the installed one. Its types are
 * fetched once per checkout. Throws a PlainFailure when they cannot be.
 * @param part a folder with a tsconfig.json
 */
export async function floorTypeProject(part: string): Promise<string> {
  const types = await fetchedPackage(typesPackage, path.join(cache, `electron-${floorVersion}.d.ts`))
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
      typeRoots: [inProject('node_modules', '@types')],
    },
    include: [path.join(part, '**', '*.ts'), types],
  }
  writeFileSync(file, JSON.stringify(config, null, 2))
  return file
}
