import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { switchNames } from '../../src/practice/switches'
import { demoCodes, practiceCodes } from '../../src/shared/contract/practice'
import { inProject, projectFolder } from '../setup/project.mjs'
import { isFileThere, sourceFiles } from './source-files'

const documents = ['.', 'docs', '.github']
  .flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: folder !== '.', encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  )
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, file: inProject(name), text: readFileSync(inProject(name), 'utf8') }))

/** What documents name in a way that `pattern` finds, where `isThere` does not find it. */
function lost(pattern: RegExp, isThere: (place: string, file: string) => boolean): readonly string[] {
  return documents.flatMap(({ file, name, text }) =>
    [...text.matchAll(pattern)]
      .filter(([, place = '']) => !isThere(place, file))
      .map(([, place]) => `${name}: ${place}`),
  )
}

const headingsOf = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

/** The anchors that a document's headings make, as forges make them, and those that it sets itself. */
function anchorsOf(text: string): readonly string[] {
  const headings = headingsOf(text).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]
}

function leadsSomewhere(link: string, file: string): boolean {
  const [place = '', anchor] = link.split('#')
  const target = place === '' ? file : path.resolve(path.dirname(file), place)
  if (!existsSync(target)) return false
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
}

describe('documents', () => {
  it('link only to files and headings that are there', () => {
    expect(lost(/\]\((?![a-z]+:)([^)\s]+)\)/g, leadsSomewhere)).toEqual([])
  })

  it('name only files and folders of the project that are there', () => {
    const places = /`((?:src|e2e|proof|bench|scripts|docs|resources|\.github|\.vscode)\/[\w./-]+)`/g
    expect(lost(places, (place) => existsSync(inProject(place)))).toEqual([])
  })

  it('name only tests that are there', () => {
    expect(lost(/`([\w.-]+\.(?:test|spec)\.tsx?)`/g, isFileThere)).toEqual([])
  })

  it('quote only titles that a test of the named file has', () => {
    const named = /`([\w./-]+\.(?:test|spec)\.tsx?)`: ("[^"]+"(?:, "[^"]+")*)/g
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
    const tests = sourceFiles(/\.(?:test|spec)\.tsx?$/)
    const quotes = documents.flatMap(({ text }) =>
      [...text.matchAll(named)].flatMap(([, file = '', titles = '']) =>
        [...titles.matchAll(/"([^"]+?)…?"/g)].map(([, title = '']) => ({
          file: path.normalize(file),
          title,
        })),
      ),
    )
    const isThere = ({ file, title }: (typeof quotes)[number]) =>
      tests.some(
        (each) => each.endsWith(path.sep + file) && plain(readFileSync(each, 'utf8')).includes(title),
      )
    expect(quotes.length).toBeGreaterThan(50)
    expect(quotes.filter((quote) => !isThere(quote))).toEqual([])
  })

  it('have a place for each statement of the interface, in files that are there', () => {
    const text = readFileSync(inProject('docs', 'interface.md'), 'utf8')
    const rows =
      text.slice(text.indexOf('## Where each statement is kept')).match(/^\| (?:§\d|intro ).*$/gm) ?? []
    expect(rows.length).toBeGreaterThan(100)
    const named = rows.flatMap((row) => row.match(/[\w./-]*[\w-]\.(?:test\.tsx?|spec\.ts|tsx?|mjs)\b/g) ?? [])
    expect([...new Set(named)].filter((name) => !isFileThere(name))).toEqual([])
  })

  it('have the file and the heading that a comment of the source cites', () => {
    const wrong = sourceFiles(/\.(?:ts|tsx|mjs|cjs|css)$/).flatMap((file) => {
      const text = readFileSync(file, 'utf8').replaceAll(/\n\s*(?:\*|\/\/)? ?/g, ' ')
      return [...text.matchAll(/\b((?:[a-z\d][a-z\d-]*|CONTRIBUTING)\.md)\b(?:, ?"([^"]+)")?/g)]
        .filter(([, name = '', heading]) => {
          const texts = documents.filter((document) => path.basename(document.file) === name)
          return !texts.some(({ text }) => heading === undefined || headingsOf(text).includes(heading))
        })
        .map(([citation]) => `${path.relative(projectFolder, file)}: ${citation}`)
    })
    expect(wrong).toEqual([])
  })

  it('name each practice code, receipt worth knowing and switch of the practice service', () => {
    const text = readFileSync(inProject('docs', 'practice-service.md'), 'utf8')
    const codes = [...practiceCodes, ...demoCodes].map(({ code }) => code)
    const names = [...codes, ...switchNames]
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  it('show each picture that the repository keeps', () => {
    const isShown = (picture: string) => documents.some(({ text }) => text.includes(`screens/${picture})`))
    expect(readdirSync(inProject('docs', 'screens')).filter((picture) => !isShown(picture))).toEqual([])
  })

  it('have owners for files and folders that are there', () => {
    const owned = readFileSync(inProject('.github', 'CODEOWNERS'), 'utf8').match(/^\/\S+/gm) ?? []
    expect(owned.length).toBeGreaterThan(3)
    expect(owned.filter((place) => !existsSync(inProject(place)))).toEqual([])
  })
})
