import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demandKnownElectron, demandPinned, folderDigest } from './known-electron'

let scratch: string
let release: string
let placed: string
beforeEach(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'tillside-known-'))
  release = path.join(scratch, 'release')
  placed = path.join(scratch, 'placed')
  mkdirSync(path.join(release, 'resources'), { recursive: true })
  writeFileSync(path.join(release, 'electron'), 'the program', { mode: 0o755 })
  writeFileSync(path.join(release, 'version'), '45.4.1')
  writeFileSync(path.join(release, 'electron.d.ts'), 'types')
  writeFileSync(path.join(release, 'resources', 'default_app.asar'), 'an app')
  cpSync(release, placed, { recursive: true })
  rmSync(path.join(placed, 'electron.d.ts'))
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

function demand(floor = false): Promise<string> {
  const electron = { folder: placed, program: path.join(placed, 'electron'), version: '45.4.1', floor }
  return demandKnownElectron(electron, async (_version, folder) =>
    cpSync(release, folder, { recursive: true }),
  )
}

describe('an Electron that is to be packed', () => {
  it('is taken when its files are those of the release', async () => {
    expect(await demand()).toBe(folderDigest(release))
  })

  // Its version file is that of the release each time.
  it.each([
    ['a changed program', () => writeFileSync(path.join(placed, 'electron'), 'another one')],
    ['a changed app', () => writeFileSync(path.join(placed, 'resources', 'default_app.asar'), 'mine')],
    ['one file more', () => writeFileSync(path.join(placed, 'libextra.so'), '')],
    ['one file less', () => rmSync(path.join(placed, 'resources', 'default_app.asar'))],
    [
      'a link in the place of a file',
      () => {
        rmSync(path.join(placed, 'electron'))
        symlinkSync('resources/default_app.asar', path.join(placed, 'electron'))
      },
    ],
  ])('is refused with %s, and it is said how it is packed for trial', async (_what, change) => {
    change()
    await expect(demand()).rejects.toThrow(/is not the release 45\.4\.1.*--for-trial/)
  })

  if (process.platform !== 'win32') {
    it('is refused with a file that can be run and should not', async () => {
      chmodSync(path.join(placed, 'version'), 0o755)
      await expect(demand()).rejects.toThrow('is not the release')
    })
  }

  it('is refused when it is the floor build, whatever its files', async () => {
    await expect(demand(true)).rejects.toThrow(/floor build.*--for-trial/)
  })

  it('is compared with no archive but the one that is named by hash', () => {
    const archive = path.join(release, 'version')
    const right = createHash('sha256').update('45.4.1').digest('hex')
    expect(() => demandPinned(archive, 'a.zip', { 'a.zip': right })).not.toThrow()
    expect(() => demandPinned(archive, 'a.zip', { 'a.zip': right.replace(/^./, 'x') })).toThrow(
      'is not the a.zip',
    )
    expect(() => demandPinned(archive, 'b.zip', { 'a.zip': right })).toThrow('no hash of b.zip')
  })
})
