/** The project's source files, for the tests that read them. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/project.mjs'

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    const place = path.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(place) : [place]
  })
}

const files = ['src', 'e2e', 'proof', 'scripts', 'bench']
  .map((folder) => inProject(folder))
  .flatMap((folder) => (existsSync(folder) ? filesBelow(folder) : []))

/** The absolute paths of all source files of the project whose name matches. */
export function sourceFiles(name: RegExp): readonly string[] {
  return files.filter((file) => name.test(file))
}

/** Whether a source file of the project has a path that ends so. */
export function isFileThere(ending: string): boolean {
  const end = path.sep + path.normalize(ending)
  return files.some((file) => file.endsWith(end))
}
