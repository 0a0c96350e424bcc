import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { makeFileKeychain } from './keychain'

const inFolder = folderOfEachTest()
const file = () => inFolder('practice', 'secrets.json')

it('keeps secrets over a restart, readable by this account alone, with no draft left behind', async () => {
  const keychain = makeFileKeychain(file())
  expect(await keychain.read('a')).toEqual(succeed(null))
  await Promise.all([keychain.write('a', '1'), keychain.write('b', '2'), keychain.write('__proto__', '3')])
  await keychain.remove('b')
  const after = makeFileKeychain(file())
  const outcome = [await after.read('a'), await after.read('b'), await after.read('__proto__')]
  expect(outcome).toEqual([succeed('1'), succeed(null), succeed('3')])
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect(await readdir(inFolder('practice'))).toEqual(['secrets.json'])
})

it.each(['', '{', '{"a":"1"}', '[["a"]]', '[["a",1]]', 'null'])(
  'fails on a damaged file (%j) and leaves it as it is',
  async (content) => {
    const damaged = inFolder('secrets.json')
    await writeFile(damaged, content)
    const keychain = makeFileKeychain(damaged)
    const fault = fail({ kind: 'keychain_unavailable', detail: expect.stringMatching(/practice/) })
    const outcome = [await keychain.read('a'), await keychain.write('a', '1'), await keychain.remove('a')]
    expect(outcome).toEqual([fault, fault, fault])
    expect(await readFile(damaged, 'utf8')).toBe(content)
  },
)

it('fails where the file cannot be made', async () => {
  await writeFile(inFolder('practice'), 'a file in the folder’s place')
  const keychain = makeFileKeychain(file())
  const expected = fail({ kind: 'keychain_unavailable', detail: expect.stringMatching(/./) })
  expect(await keychain.write('a', '1')).toEqual(expected)
})
