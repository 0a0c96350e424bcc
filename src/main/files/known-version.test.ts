import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isNewerFile, isNewerText, writeValues } from './known-version'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-version-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a small file', () => {
  it('is newer only when it says a higher number, as a number, at its top', () => {
    const newer = ['{"version":2}', ' \n{"a":1,"version":1.5}']
    const others = [
      '{"a":1}',
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
    const written = [newer, other].map((file) => writeValues(file, { a: 1 }).ok)
    expect([written, readFileSync(newer, 'utf8'), readFileSync(other, 'utf8'), readdirSync(folder)]).toEqual([
      [false, true],
      text,
      '{"a":1}',
      ['newer.json', 'other.json'],
    ])
  })

  it('keeps what it holds beside, and loses what is said to be nothing', () => {
    const file = join(folder, 'file.json')
    writeFileSync(file, '{"later":{"kept":true},"a":1,"b":2}')
    writeValues(file, { a: 3, b: undefined })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ later: { kept: true }, a: 3 })
  })
})
