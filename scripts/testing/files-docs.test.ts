import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from '../setup/project.mjs'
import { linesOfDocs, tableBelow } from './read-docs'

const releases = inProject('src', 'main', 'profile', 'testing', 'releases')

/** What a released version left in a profile, each file by the name that the table gives it. */
function filesOf(release: string): readonly string[] {
  return readdirSync(path.join(releases, release))
    .filter((name) => name !== 'till.json')
    .map((name) => name.replace(/\.gz$/, '').replace(/^journal-[\w-]+\.db/, 'journal-<id>.db'))
}

describe('what lies where, in docs/administration.md', () => {
  const named = tableBelow(linesOfDocs('administration.md'), '## What lies where').flatMap(([cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  )

  it.each(readdirSync(releases))('names every file of a till of version %s', (release) => {
    expect(filesOf(release).filter((name) => !named.includes(name))).toEqual([])
    expect(filesOf(release).length).toBeGreaterThan(5)
  })
})
