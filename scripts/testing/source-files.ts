/** The project's source files, for the tests that read them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inProject, projectFolder } from '../setup/project.mjs'

const files = ['src', 'e2e', 'proof', 'scripts', 'bench']
  .map((folder) => inProject(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )

export function isFileThere(ending: string): boolean {
  const end = path.sep + path.normalize(ending)
  return files.some((file) => file.endsWith(end))
}

/**
 * Reads the files of the program, without tests and what they share, whose path below the project matches: that path, with
 * slashes, the text, and the code, which is the text without comments.
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

/** Returns the names, without endings, of the files that a file imports by a relative path, types and late imports too. */
export function importsOf({ name, code }: Record<'name' | 'code', string>): readonly string[] {
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    path.posix.join(path.posix.dirname(name), target),
  )
}
