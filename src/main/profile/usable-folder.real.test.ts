import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../system/testing/folder-of-test'
import { accountName, usableFolder } from './place'

describe('the folder of an account’s tills', () => {
  let place = ''
  beforeEach(() => {
    place = folderOfTest()
  })

  it('is made where it is missing', () => {
    const folder = path.join(place, 'config', 'Tillside')
    expect(usableFolder(() => folder)).toEqual({ ok: true, value: folder })
    expect(statSync(folder).isDirectory()).toBe(true)
  })

  it('is none where something else lies there, and the system’s reason is said', () => {
    writeFileSync(path.join(place, 'file'), '')
    const expected = { ok: false, fault: expect.stringContaining('ENOTDIR') }
    expect(usableFolder(() => path.join(place, 'file', 'Tillside'))).toEqual(expected)
  })

  it('is none where Electron finds no home', () => {
    const find = () => {
      throw new Error('Failed to get ‘userData’ path')
    }
    expect(usableFolder(find)).toMatchObject({
      fault: expect.stringContaining('Failed to get ‘userData’ path'),
    })
  })
})

it('an account without an entry has no name, and its till opens', () => {
  const read = () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }
  expect(accountName(read)).toBe('')
})
