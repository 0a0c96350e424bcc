import {
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { rememberPlace } from '../journal/journal-keys'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { accountName, isForeignProfile, isLinked, ownFolder, profileFolder, usableFolder } from './place'
import { entriesOf, openProfile } from './profile'

const inFolder = folderOfEachTest()

const program = { getPath: () => '/from/the/environment', getName: () => 'Tillside' }

it('an account’s own folder on Linux is in its home, whatever the environment says, and the system’s word elsewhere', () => {
  expect([
    ownFolder(program, 'linux', '/home/till'),
    ownFolder(program, 'win32', 'C:\\Users\\till'),
    ownFolder(program, 'darwin', '/Users/till'),
  ]).toEqual([
    path.join('/home/till', '.config', 'Tillside'),
    path.join('/from/the/environment', 'Tillside'),
    path.join('/from/the/environment', 'Tillside'),
  ])
})

it.each(['package', 'test_package'] as const)(
  'another folder than the account’s own is foreign in a %s, by whatever way it is named',
  (kind) => {
    const [own, other, way] = [inFolder('own'), inFolder('other'), inFolder('way')]
    mkdirSync(own)
    mkdirSync(other)
    symlinkSync(own, way)
    expect([
      isForeignProfile(own, own, kind),
      isForeignProfile(`${own}${path.sep}`, own, kind),
      isForeignProfile(way, own, kind),
      isForeignProfile(other, own, kind),
      isForeignProfile(path.join(own, 'inside'), own, kind),
      isForeignProfile(inFolder('not there'), inFolder('nor', 'there'), kind),
    ]).toEqual([false, false, false, true, true, true])
  },
)

it('the own folder behind a link is foreign, wherever on the way the link is, unless the administrator made it', () => {
  const [mine, config] = [inFolder('mine'), inFolder('config')]
  mkdirSync(path.join(mine, 'Tillside'), { recursive: true })
  mkdirSync(config)
  const own = path.join(config, 'Tillside')
  symlinkSync(path.join(mine, 'Tillside'), own)
  symlinkSync(config, inFolder('home'))
  const foreign = (of: string, mayLink: boolean) => isForeignProfile(of, of, 'package', () => mayLink)
  const linked = [foreign(own, true), foreign(own, false)]
  rmSync(own)
  mkdirSync(own)
  const behind = inFolder('home', 'Tillside')
  const result = [linked, foreign(own, true), foreign(behind, true), foreign(behind, false)]
  expect(result).toEqual([[true, false], false, true, false])
})

it('a folder above the profile that this account may not look at is no link, and the till opens', () => {
  const own = inFolder('Tillside')
  mkdirSync(own)
  const foreign = (code: string) =>
    isForeignProfile(own, own, 'package', undefined, (folder, how) => {
      if (folder === path.parse(own).root) throw Object.assign(new Error(code), { code })
      return lstatSync(folder, how)
    })
  const result = [foreign('EPERM'), foreign('EACCES')]
  expect(result).toEqual([false, false])
})

it('no folder is foreign in a checkout: every test has one of its own', () => {
  expect(isForeignProfile('/a', '/b', 'checkout')).toBe(false)
})

it('a profile that was moved is logged without the path that it was at, which may name another account', async () => {
  const warned: string[] = []
  const own = profileFolder('practice', inFolder())
  mkdirSync(own, { recursive: true })
  rememberPlace(own, '/home/jonas.weber/.config/Tillside')
  const { movedFrom } = await openProfile('practice', inFolder(), 'any', (line) => warned.push(line))
  const outcome = [movedFrom, warned.length, warned.join().includes('jonas')]
  expect(outcome).toEqual(['/home/jonas.weber/.config/Tillside', 1, false])
})

it('a profile has its keychain entries still where the administrator left a link at its old place, and no account', () => {
  const before = path.join(realpathSync(inFolder()), 'before')
  const now = path.join(realpathSync(inFolder()), 'now')
  mkdirSync(before)
  rememberPlace(before, before)
  renameSync(before, now)
  const moved = entriesOf(now)
  symlinkSync(now, before)
  const linked = (isAccounts: boolean) =>
    entriesOf(before, (former, place) => isLinked(former, place, () => isAccounts))
  const elsewhere = { entriesPath: now, movedFrom: before }
  expect([moved, linked(true), linked(false)]).toEqual([
    elsewhere,
    elsewhere,
    { entriesPath: before, movedFrom: null },
  ])
})

describe('the folder of an account’s tills', () => {
  it('is made where it is missing', () => {
    const folder = inFolder('config', 'Tillside')
    expect(usableFolder(() => folder)).toEqual({ ok: true, value: folder })
    expect(statSync(folder).isDirectory()).toBe(true)
  })

  it('is none where something else lies there, and the system’s reason is said', () => {
    writeFileSync(inFolder('file'), '')
    const fault = { code: 'ENOTDIR', words: expect.stringContaining('ENOTDIR') }
    expect(usableFolder(() => inFolder('file', 'Tillside'))).toEqual({ ok: false, fault })
  })

  it('is none where Electron finds no home', () => {
    const find = () => {
      throw new Error('Failed to get ‘userData’ path')
    }
    expect(usableFolder(find)).toMatchObject({
      fault: { words: expect.stringContaining('Failed to get ‘userData’ path') },
    })
  })

  it('is not to be opened by another account where its disk is read-only or full', () => {
    const said = (code: string) => {
      const found = usableFolder(() => {
        throw Object.assign(new Error(code), { code })
      })
      return found.ok ? '' : found.fault.words.replace(/.*: /, '')
    }
    const named = ['EACCES', 'EROFS', 'ENOSPC'].filter((code) => /account/.test(said(code)))
    expect(named).toEqual(['EACCES'])
  })
})

it('an account without an entry has no name, and its till opens', () => {
  const read = () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }
  expect(accountName(read)).toBe('')
})
