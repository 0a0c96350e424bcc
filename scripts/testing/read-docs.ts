/** Reads the tables of docs/, and the files of the project that they name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/project.mjs'

export function linesOfDocs(name: string): readonly string[] {
  return readFileSync(inProject('docs', name), 'utf8').split('\n')
}

/** The cells of every row of the table below this heading, without its head. Throws where there is no such heading. */
export function tableBelow(lines: readonly string[], heading: string): readonly (readonly string[])[] {
  const start = lines.indexOf(heading)
  if (start < 0) throw new Error(`The docs have no heading “${heading}”`)
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '))
  const rows = lines.slice(start, end < 0 ? undefined : end).filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
}

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

/** The files of the project whose path ends in this one. */
export function filesNamed(name: string): readonly string[] {
  const ending = path.sep + path.normalize(name)
  return files.filter((file) => file.endsWith(ending))
}

type NamedTest = { readonly file: string; readonly title: string }

/** Reads `` `a.test.ts`: "one", "two"; `b.test.ts`: "three" ``. A title that ends in … is only begun. */
export function testsNamedIn(cell: string): readonly NamedTest[] {
  return cell.split(/; (?=`)/).flatMap((named) => {
    const [, file = '', titles = ''] = /^`([^`]+)`: "(.*)"$/.exec(named) ?? []
    return titles.split('", "').map((title) => ({ file, title: title.replace(/ ?…$/, '') }))
  })
}

/** Whether a file of that name has a test whose title begins so. */
export function isTestThere({ file, title }: NamedTest): boolean {
  if (title === '') return false
  return filesNamed(file).some((place) => {
    // A long title stands on a line of its own.
    const text = readFileSync(place, 'utf8').replace(/\(\s+/g, '(')
    return ["('", '("', '(`'].some((opening) => text.includes(`${opening}${title}`))
  })
}
