import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageOf } from '../building/note-packages'
import { inProject } from '../setup/project.mjs'
import { noticeOf, writeNotices } from './notices'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-notices-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function install(license: string, files: Readonly<Record<string, string>> = {}): void {
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'parcel', version: '1.2.3', license }),
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
}

describe('a notice', () => {
  it('has every text of a package’s licence', () => {
    install('MIT', { LICENSE: 'You may.\r\n', 'NOTICE.md': 'By somebody.', 'index.js': 'code' })
    const texts = ['You may.', 'By somebody.']
    expect(noticeOf(folder)).toEqual({ name: 'parcel', version: '1.2.3', license: 'MIT', texts })
  })

  it('is refused for a licence that nobody has decided on, and for one without its text', () => {
    install('GPL-3.0', { LICENSE: 'You must.' })
    expect(() => noticeOf(folder)).toThrow('parcel has the licence “GPL-3.0”')
    rmSync(path.join(folder, 'LICENSE'))
    install('MIT')
    expect(() => noticeOf(folder)).toThrow('parcel brings no text of its licence MIT')
  })

  it('is there for what ships: the fonts, the window, the native packages', () => {
    const names = ['@fontsource-variable/inter', 'csv-parse', 'keytar', 'libsql', 'react']
    const notices = names.map((name) => noticeOf(inProject('node_modules', name)))
    expect(notices.map(({ license }) => license)).toEqual(['OFL-1.1', 'MIT', 'MIT', 'MIT', 'MIT'])
    expect(notices[0]?.texts.join()).toContain('SIL OPEN FONT LICENSE')
    for (const { texts } of notices) expect(texts.join().length).toBeGreaterThan(500)
  })
})

it('tells equal texts once, below all the packages that they are for', () => {
  const notice = (name: string, text: string) => ({ name, version: '1.0.0', license: 'MIT', texts: [text] })
  const text = writeNotices([notice('a', 'One.'), notice('b', 'Two.'), notice('c', 'One.')])
  expect(text).toContain('a 1.0.0 (MIT)\nc 1.0.0 (MIT)\n\nOne.\n')
  expect(text).toContain('b 1.0.0 (MIT)\n\nTwo.\n')
  expect(text.match(/One\./g)).toHaveLength(1)
})

it.each([
  ['/home/x/tillside/node_modules/react/index.js', 'node_modules/react'],
  ['/x/node_modules/@scope/one/dist/a.css?inline', 'node_modules/@scope/one'],
  ['/x/node_modules/one/node_modules/@s/two/a.js', 'node_modules/one/node_modules/@s/two'],
  ['C:\\x\\node_modules\\one\\a.js', 'node_modules/one'],
  ['/x/src/renderer/app.tsx', null],
  ['\0vite/preload-helper.js', null],
])('finds the package of %s', (moduleId, folderOfPackage) => {
  expect(packageOf(moduleId)).toBe(folderOfPackage)
})
