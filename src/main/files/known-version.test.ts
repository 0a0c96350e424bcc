import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isNewerFile, isNewerText, writeUnlessNewer } from './known-version'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-version-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a small file', () => {
  it('is newer only when it says a higher number, as a number, at its top', () => {
    const newer = ['{"version":2}', ' \n{"a":1,"version":1.5}']
    const others = [
      '{}',
      '{"version":1}',
      '{"version":"2"}',
      '{"in":{"version":2}}',
      '[2]',
      'no JSON',
      '',
      '{"version":2',
    ]
    expect([newer.map(isNewerText), others.filter(isNewerText), isNewerFile(join(folder, 'none'))]).toEqual([
      [true, true],
      [],
      false,
    ])
  })

  it('is replaced when it is not newer, and else left byte for byte, with no draft beside it', () => {
    const [newer, other] = [join(folder, 'newer.json'), join(folder, 'other.json')]
    const text = '{ "version": 9, "places": [1] }\n'
    writeFileSync(newer, text)
    writeFileSync(other, 'damaged')
    const written = [newer, other].map((file) => writeUnlessNewer(file, '{}').ok)
    expect([written, readFileSync(newer, 'utf8'), readFileSync(other, 'utf8'), readdirSync(folder)]).toEqual([
      [false, true],
      text,
      '{}',
      ['newer.json', 'other.json'],
    ])
  })
})
