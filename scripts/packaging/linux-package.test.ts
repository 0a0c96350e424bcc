import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { captureChild } from '../session/children'
import { isProgram } from '../setup/system-libraries'
import { controlText, makeLinuxPackage, readOrder, specText } from './linux-package'

let folder: string
const file = (name: string) => path.join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-package-'))
  writeFileSync(file('after.sh'), '#!/bin/sh\necho done\n')
  writeFileSync(file('tillside'), '#!/bin/sh\n')
  chmodSync(file('tillside'), 0o700)
  writeFileSync(file('autostart.desktop'), '[Desktop Entry]\n')
  chmodSync(file('autostart.desktop'), 0o600)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As electron-builder calls fpm. */
function words(kind: 'deb' | 'rpm', more: readonly string[] = []): string[] {
  return [
    ...[
      '-s',
      'dir',
      '--force',
      '-t',
      kind,
      '-d',
      'libgtk-3-0',
      '-d',
      'libnss3',
      '--deb-recommends',
      'libgl1',
    ],
    ...[
      '--architecture',
      'amd64',
      '--name',
      'tillside',
      '--version',
      '1.2.3',
      '--package',
      file(`made.${kind}`),
    ],
    ...['--after-install', file('after.sh'), '--after-remove', file('after.sh'), '--license', 'MIT'],
    ...['--description', 'Refunds once.\n  More.', '--maintainer', 'Us <us@tillside.example>'],
    ...['--url', 'https://tillside.example', ...more],
    `${file('tillside')}=/opt/Tillside/tillside`,
    `${file('autostart.desktop')}=/etc/xdg/autostart/tillside.desktop`,
  ]
}

describe('an order for a package', () => {
  it('is read from the words that electron-builder gives', () => {
    expect(readOrder(words('deb'))).toMatchObject({
      kind: 'deb',
      name: 'tillside',
      version: '1.2.3',
      summary: 'Refunds once.',
      depends: ['libgtk-3-0', 'libnss3'],
      recommends: ['libgl1'],
      contents: [
        { from: file('tillside'), to: '/opt/Tillside/tillside' },
        { from: file('autostart.desktop'), to: '/etc/xdg/autostart/tillside.desktop' },
      ],
    })
  })

  it.each([
    ['a word that nobody knows', (all: string[]) => [...all, '--deb-systemd=x'], /deb-systemd/],
    ['another kind', (all: string[]) => all.map((word) => (word === 'deb' ? 'pacman' : word)), /not pacman/],
    [
      'nothing to say where a file goes',
      (all: string[]) => [...all, 'stray'],
      /“stray” does not say what goes where/,
    ],
    [
      'no version',
      (all: string[]) => all.filter((word) => word !== '--version' && word !== '1.2.3'),
      /A deb needs --version/,
    ],
  ])('with %s is refused', (_name, change, why) => {
    expect(() => readOrder(change(words('deb')))).toThrow(why)
  })
})

describe('a package for Debian', () => {
  it('says what it needs, in Debian’s words, and leaves out what is empty', () => {
    const order = { ...readOrder(words('deb')), recommends: [] }
    const text = controlText(order, 4096)
    expect(text).toContain('Depends: libgtk-3-0, libnss3\n')
    expect(text).toContain('Installed-Size: 4096\n')
    expect(text).not.toContain('Recommends')
  })

  // Debian’s own tool makes it; the developers of Windows and macOS have none.
  it.runIf(isProgram('dpkg-deb'))(
    'is root’s, readable by all, and names what an administrator may change',
    async () => {
      await makeLinuxPackage(words('deb'))
      const { output } = await captureChild('dpkg-deb', ['--contents', file('made.deb')])
      const entries = output.split('\n').map((line) => line.split(/\s+/))
      const rightsOf = (place: string) => entries.find(([, , , , , name]) => name === place)?.slice(0, 2)
      expect(rightsOf('./opt/Tillside/tillside')).toEqual(['-rwxr-xr-x', 'root/root'])
      expect(rightsOf('./etc/xdg/autostart/tillside.desktop')).toEqual(['-rw-r--r--', 'root/root'])
      const settings = await captureChild('dpkg-deb', ['--info', file('made.deb'), 'conffiles'])
      expect(settings.output.trim()).toBe('/etc/xdg/autostart/tillside.desktop')
      expect(statSync(file('made.deb')).size).toBeGreaterThan(0)
    },
  )
})

describe('a package for Fedora', () => {
  it('lists every file, with the scripts without their first line', () => {
    const text = specText(readOrder(words('rpm')), ['"/opt/Tillside/tillside"', '%dir "/opt/Tillside"'])
    expect(text).toContain('Requires: libgtk-3-0\nRequires: libnss3\n')
    expect(text).toContain('%post\necho done\n')
    expect(text).toContain(
      '%files\n%defattr(-,root,root,-)\n"/opt/Tillside/tillside"\n%dir "/opt/Tillside"\n',
    )
  })
})
