import { mkdirSync, symlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { takeLock } from './lock'

const inFolder = folderOfEachTest()

type Environment = { TMPDIR?: string; XDG_RUNTIME_DIR?: string }

/**
 * Takes the lock. Answers how that went, where its temporary file was to be at each try, and where others go afterwards.
 * @param takes what each try says; those after them say no
 */
function take(environment: Environment, platform: NodeJS.Platform = 'linux', takes = [true]) {
  const used: unknown[] = []
  const program = {
    getPath: () => inFolder(),
    requestSingleInstanceLock: () => {
      used.push(environment.TMPDIR)
      return takes[used.length - 1] ?? false
    },
  }
  return [takeLock(program, {}, platform, environment), ...used, environment.TMPDIR]
}

it('the lock has its file in the folder of the session on Linux, and all others go where they always went', () => {
  const XDG_RUNTIME_DIR = inFolder()
  expect([
    take({ XDG_RUNTIME_DIR }),
    take({ XDG_RUNTIME_DIR, TMPDIR: '/full' }),
    take({ XDG_RUNTIME_DIR, TMPDIR: '/full' }, 'darwin'),
  ]).toEqual([
    ['taken', XDG_RUNTIME_DIR, undefined],
    ['taken', XDG_RUNTIME_DIR, '/full'],
    ['taken', '/full', '/full'],
  ])
})

it('the lock has its file in the usual folder where that of the session is none, or none of this account', () => {
  // No socket could be made in it.
  const longFolder = inFolder('x'.repeat(60))
  mkdirSync(longFolder)
  const given = [
    {},
    { XDG_RUNTIME_DIR: '' },
    { XDG_RUNTIME_DIR: '.' },
    { XDG_RUNTIME_DIR: inFolder('gone') },
    { XDG_RUNTIME_DIR: longFolder },
  ]
  expect(given.map((each) => take(each))).toEqual(given.map(() => ['taken', undefined, undefined]))
})

it('the lock is tried once more in the usual folder where that of the session is full', () => {
  const XDG_RUNTIME_DIR = inFolder()
  expect(take({ XDG_RUNTIME_DIR }, 'linux', [false, true])).toEqual([
    'taken',
    XDG_RUNTIME_DIR,
    undefined,
    undefined,
  ])
})

it('a lock that nobody has was not made, but on Windows, where it is no file', () => {
  const lock = (platform: NodeJS.Platform) => take({}, platform, [])[0]
  const nobodys = [lock('linux'), lock('darwin'), lock('win32')]
  // It leads nowhere: the text itself says who has the lock.
  symlinkSync('this-pc-4711', inFolder('SingletonLock'))
  expect([nobodys, lock('linux')]).toEqual([['not_made', 'not_made', 'held'], 'held'])
})
