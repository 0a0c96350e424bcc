import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject, projectFolder } from '../setup/project.mjs'
import { type Citation, citationsIn, commentsOf, type Part, writtenLater } from './citations'
import { linesOfDocs, sourceFiles } from './read-docs'

/** Where a cited document lies: in docs/, or where its path says. Null when it is not in the repository. */
function placeOf(document: string): string | null {
  const places = [inProject('docs', document), inProject(document)]
  return places.find((place) => existsSync(place)) ?? null
}

/** The headings of a document, and the anchors that stand for further names of one, in lower case. */
function headingsOf(lines: readonly string[]): ReadonlySet<string> {
  const headings = lines.flatMap((line) => /^#+ (?:[\d., ]*\. )?(.+)$/.exec(line)?.[1] ?? [])
  const anchors = lines.flatMap((line) => /^<a id="([^"]+)"><\/a>$/.exec(line)?.[1] ?? [])
  return new Set(
    [...headings, ...anchors.map((id) => id.replaceAll('-', ' '))].map((name) => name.toLowerCase()),
  )
}

/** The numbers at the beginning of headings: `### 5, 6, 7. The answer` has three. */
function numberedHeadings(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const list = /^#+ (\d[\d., ]*?)\.? \D/.exec(line)?.[1]
    return list === undefined ? [] : list.split(', ')
  })
}

function itemsBelow(lines: readonly string[], heading: string): readonly string[] {
  const start = lines.indexOf(heading)
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '))
  return lines.slice(start, end < 0 ? undefined : end).flatMap((line) => /^(\d+)\. /.exec(line)?.[1] ?? [])
}

const tableRows = (lines: readonly string[]) =>
  lines.flatMap((line) => /^\| ([\d.]+) \|/.exec(line)?.[1] ?? [])

const numbered: Readonly<Record<Exclude<Part['kind'], 'heading'>, readonly string[]>> = {
  rule: numberedHeadings(linesOfDocs('refund-protocol.md')),
  promise: itemsBelow(linesOfDocs('design.md'), '## Promises'),
  section: numberedHeadings(linesOfDocs('interface.md')),
  row: tableRows(linesOfDocs('interface.md')),
  habit: itemsBelow(linesOfDocs('style.md'), '# Style'),
}

function isThere({ document, part }: Citation): boolean {
  if (writtenLater.includes(path.basename(document))) return true
  const place = placeOf(document)
  if (place === null || part === null) return place !== null
  if (part.kind !== 'heading') return numbered[part.kind].includes(part.name)
  return headingsOf(readFileSync(place, 'utf8').split('\n')).has(part.name.toLowerCase())
}

function told({ document, part }: Citation): string {
  return part === null ? document : `${document}, ${part.kind} ${part.name}`
}

const cited = sourceFiles(/\.(?:tsx?|mjs|cjs|js|css)$/).flatMap((file) =>
  commentsOf(readFileSync(file, 'utf8'))
    .flatMap(citationsIn)
    .map((citation) => ({ citation, file: path.relative(projectFolder, file) })),
)

describe('what comments cite', () => {
  it('is in the repository, heading by heading and number by number', () => {
    const lost = cited.filter(({ citation }) => !isThere(citation))
    expect(lost.map(({ citation, file }) => `${file}: ${told(citation)}`)).toEqual([])
  })

  it('is found at all: every kind, and a good number of each of the great documents', () => {
    const kinds = new Set(cited.map(({ citation }) => citation.part?.kind ?? 'document'))
    expect([...kinds].sort()).toEqual(['document', 'habit', 'heading', 'promise', 'row', 'rule', 'section'])
    const count = (name: string) => cited.filter(({ citation }) => citation.document === name).length
    expect(count('design.md')).toBeGreaterThan(150)
    expect(count('interface.md')).toBeGreaterThan(80)
  })
})

describe('a comment', () => {
  it('cites headings, rules, promises, sections, rows and habits, alone and in lists', () => {
    const each = (comment: string) => citationsIn(comment).map(told)
    expect(each('the settings (design.md, "Saved copies").')).toEqual(['design.md, heading Saved copies'])
    expect(each('(design.md, "The refund protocol", 2, 9, 12 and 14)')).toEqual([
      'design.md, heading The refund protocol',
      ...[2, 9, 12, 14].map((rule) => `design.md, rule ${rule}`),
    ])
    expect(each('(design.md, protocol 5 to 7; the rest is elsewhere)')).toEqual(
      [5, 6, 7].map((rule) => `design.md, rule ${rule}`),
    )
    expect(each('design.md, "Measured facts" and "Words and places", Keys).')).toEqual([
      'design.md, heading Measured facts',
      'design.md, heading Words and places',
      'design.md, heading Keys',
    ])
    expect(each('design.md, promise 3). A field')).toEqual(['design.md, promise 3'])
    expect(each('(style.md 14): three')).toEqual(['style.md, habit 14'])
    expect(each('as docs/journal-file.md says.')).toEqual(['docs/journal-file.md'])
    expect(each('interface.md §2.2, rows 9 and 26: only')).toEqual([
      'interface.md, section 2.2',
      'interface.md, row 2.2.9',
      'interface.md, row 2.2.26',
      'interface.md, section 2.2',
    ])
    expect(each('kept in memory (protocol 3).')).toEqual(['design.md, rule 3'])
  })

  it('is read over several lines, and code is not', () => {
    const source =
      "/**\n * One (design.md,\n * protocol 4).\n */\nconst a = 'design.md, protocol 99' // see style.md 1\n"
    expect(commentsOf(source)).toEqual(['One (design.md, protocol 4).', 'see style.md 1'])
  })
})

describe('a citation of what is not there', () => {
  it('is lost: a heading, a rule, a section, a document', () => {
    const bad = ['design.md, "Plans"', 'design.md, protocol 15', 'interface.md §4.3', 'machine.md'].flatMap(
      citationsIn,
    )
    expect(bad.filter(isThere)).toEqual([])
  })
})
