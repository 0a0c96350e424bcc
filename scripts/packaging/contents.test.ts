import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createPackage } from '@electron/asar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlacedElectron } from '../setup/place-electron'
import { differences, ownContents } from './contents'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-contents-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(...files: string[]) {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), file)
  }
}

describe('what a package has of our own', () => {
  it('is what Electron does not bring, and what the archive holds, however its parts are named', async () => {
    write('electron/libffmpeg.so', 'electron/resources/default_app.asar')
    write(
      'packed/libffmpeg.so',
      'packed/tillside',
      'packed/resources/tillside.png',
      'packed/LICENSE.electron.txt',
    )
    write('app/out/main/index.js', 'app/out/main/chunks/a-1.js', 'app/out/main/chunks/b-2.js')
    write('app/out/renderer/assets/inter-0.woff2')
    await createPackage(path.join(folder, 'app'), path.join(folder, 'packed', 'resources', 'app.asar'))
    const packed = { folder: path.join(folder, 'packed'), program: path.join(folder, 'packed', 'tillside') }
    const electron: PlacedElectron = {
      folder: path.join(folder, 'electron'),
      program: path.join(folder, 'electron', 'electron'),
      version: '45.0.0',
      floor: false,
    }
    expect(ownContents(packed, electron)).toEqual([
      'app.asar/out/main/chunks/*.js',
      'app.asar/out/main/index.js',
      'app.asar/out/renderer/assets/inter-0.woff2',
      'resources/app.asar',
      'resources/tillside.png',
      'tillside',
    ])
  })

  it.each([
    [['a', 'b'], ['b', 'a', 'a'], null],
    [['a', 'b'], ['a'], 'new in the package: b'],
    [['a'], ['a', 'c'], 'missing in the package: c'],
    [['b'], ['c'], 'new in the package: b; missing in the package: c'],
  ])('%j beside the list %j is said to differ in %j', (own, kept, words) => {
    expect(differences(own, kept)).toBe(words)
  })
})
