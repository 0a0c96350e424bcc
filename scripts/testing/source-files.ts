/** The project's source files, for the tests that read them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inProject, projectFolder } from '../setup/project.mjs'

const files = ['src', 'e2e', 'proof', 'scripts', 'bench']
  .map((folder) => inProject(folder))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )

/** The absolute paths of all source files of the project whose name matches. */
export function sourceFiles(name: RegExp): readonly string[] {
  return files.filter((file) => name.test(file))
}

/** Whether a source file of the project has a path that ends so. */
export function isFileThere(ending: string): boolean {
  const end = path.sep + path.normalize(ending)
  return files.some((file) => file.endsWith(end))
}

/**
 * What ships, or is built of: neither tests nor what they share. Of each file whose path below the project matches, with
 * slashes, that path, its text and its code, which is the text without comments.
 */
export function programFiles(place: RegExp) {
  return files
    .map((file) => ({ file, name: path.relative(projectFolder, file).replaceAll(path.sep, '/') }))
    .filter(({ name }) => place.test(name) && !/\.test\.tsx?$|\/testing\//.test(name))
    .map(({ file, name }) => {
      const text = readFileSync(file, 'utf8')
      return { name, text, code: text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '') }
    })
}

/** The files that a file imports by a relative path, types and what is fetched late too: by name, without their endings. */
export function importsOf({
  name,
  code,
}: {
  readonly name: string
  readonly code: string
}): readonly string[] {
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    path.posix.join(path.posix.dirname(name), target),
  )
}
