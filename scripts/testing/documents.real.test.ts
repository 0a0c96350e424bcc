import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { switchNames } from '../../src/practice/switches'
import { demoCodes, practiceCodes } from '../../src/shared/contract/practice'
import { inProject } from '../setup/project.mjs'
import { isFileThere } from './source-files'

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

/** The anchors that a document's headings make, as forges make them, and those that it sets itself. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
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

  it('have a place for each statement of the interface, in files that are there', () => {
    const text = readFileSync(inProject('docs', 'interface.md'), 'utf8')
    const rows =
      text.slice(text.indexOf('## Where each statement is kept')).match(/^\| (?:§\d|intro ).*$/gm) ?? []
    expect(rows.length).toBeGreaterThan(100)
    const named = rows.flatMap((row) => row.match(/[\w./-]*[\w-]\.(?:test\.tsx?|spec\.ts|tsx?|mjs)\b/g) ?? [])
    expect([...new Set(named)].filter((name) => !isFileThere(name))).toEqual([])
  })

  it('name each practice code, receipt worth knowing and switch of the practice service', () => {
    const text = readFileSync(inProject('docs', 'practice-service.md'), 'utf8')
    const names = [...practiceCodes.map(({ code }) => code), ...demoCodes, ...switchNames]
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})
