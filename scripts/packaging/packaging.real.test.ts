import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inProject, isProgram, readJson } from '../setup/project.mjs'
import { billOfMaterials, noticeOf } from './papers'

let folder: string
const file = (name: string) => path.join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-packaging-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('what goes with a package', () => {
  const install = (license: string, text?: string) => {
    writeFileSync(file('package.json'), JSON.stringify({ name: 'parcel', version: '1.2.3', license }))
    if (text !== undefined) writeFileSync(file('LICENSE'), text)
  }

  it('has the text of each licence, and is refused without one or with one that nobody decided on', () => {
    install('MIT')
    expect(() => noticeOf(folder)).toThrow('parcel brings no text of its licence MIT')
    install('MIT', 'You may.\r\n')
    expect(noticeOf(folder)).toBe('parcel 1.2.3 (MIT)\n\nYou may.\n')
    install('GPL-3.0')
    expect(() => noticeOf(folder)).toThrow('parcel has the licence “GPL-3.0”')
  })

  it('is a bill of materials of what ships and of the Electron that it runs on, and of no tool', () => {
    const manifest = readJson(inProject('package.json'))
    const { metadata, components, dependencies } = billOfMaterials('45.4.1')
    expect(metadata.component.name).toBe('tillside')
    const names = components.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([...Object.keys(manifest.dependencies), 'scheduler', 'electron']),
    )
    expect(names.filter((name) => ['vitest', 'vite', 'playwright', 'tsx'].includes(name))).toEqual([])
    expect(dependencies.find(({ ref }) => ref.startsWith('react-dom@'))?.dependsOn).toEqual([
      `react@${manifest.dependencies.react}`,
      expect.stringMatching(/^scheduler@/),
    ])
  })

  it('has a desktop entry that says what installers make of electron-builder.yml', () => {
    const text = readFileSync(inProject('resources', 'tillside.desktop'), 'utf8')
    const settings = readFileSync(inProject('electron-builder.yml'), 'utf8')
    const entries = /^ {4}entry:\n((?: {6}.+\n)+)/m.exec(settings)?.[1]?.trim().split('\n') ?? []
    expect(entries).toHaveLength(5)
    expect(entries.filter((each) => !text.includes(each.trim().replace(/: '?(.+?)'?$/, '=$1')))).toEqual([])
  })
})

// Debian’s own tool makes it; the developers of Windows and macOS have none.
it.runIf(isProgram('dpkg-deb'))(
  'the stand-in for fpm makes a package that is root’s, readable by all, and names what an administrator may change',
  () => {
    writeFileSync(file('after.sh'), '#!/bin/sh\n')
    writeFileSync(file('tillside'), '#!/bin/sh\n', { mode: 0o700 })
    writeFileSync(file('autostart.desktop'), '[Desktop Entry]\n', { mode: 0o600 })
    const words = `-s dir --force -t deb -d libnss3 -d libgtk-3-0 --architecture amd64 --name tillside --version 1.2.3
      --after-install after.sh --after-remove after.sh --url https://a.example --package made.deb
      tillside=/opt/Tillside/tillside autostart.desktop=/etc/xdg/autostart/tillside.desktop`
    const said = ['--description', 'Refunds once.\n  More.', '--maintainer', 'Us <us@a.example>']
    const shim = inProject('scripts', 'packaging', 'fpm-shim.mjs')
    const { status } = spawnSync(process.execPath, [shim, ...words.split(/\s+/), ...said], { cwd: folder })
    expect(status).toBe(0)
    const dpkg = (...asked: string[]) => spawnSync('dpkg-deb', asked, { encoding: 'utf8' }).stdout
    const entries = dpkg('--contents', file('made.deb'))
      .split('\n')
      .map((line) => line.split(/\s+/))
    const rightsOf = (place: string) => entries.find(([, , , , , name]) => name === place)?.slice(0, 2)
    expect(rightsOf('./opt/Tillside/tillside')).toEqual(['-rwxr-xr-x', 'root/root'])
    expect(rightsOf('./etc/xdg/autostart/tillside.desktop')).toEqual(['-rw-r--r--', 'root/root'])
    expect(dpkg('--info', file('made.deb'), 'conffiles').trim()).toBe('/etc/xdg/autostart/tillside.desktop')
    expect(dpkg('--field', file('made.deb'), 'Depends', 'Description')).toBe(
      'Depends: libnss3, libgtk-3-0\nDescription: Refunds once.\n',
    )
  },
)
