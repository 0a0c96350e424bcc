import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { notePassed, passedAt } from './passed-before.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-passed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a proof that passed is known by what it depends on, and by nothing else', () => {
  const place = join(folder, 'deeper', 'passed.json')
  const before = passedAt('one', place)
  notePassed('one', 'abcdef0', place)
  expect([before, passedAt('one', place), passedAt('two', place)]).toEqual([null, 'abcdef0', null])
})

it('a note that cannot be read is no proof', () => {
  const place = join(folder, 'passed.json')
  writeFileSync(place, '{"digest":"one"')
  expect(passedAt('one', place)).toBeNull()
})
