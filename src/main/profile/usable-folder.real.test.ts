import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usableFolder } from './place'

describe('the folder of an account’s tills', () => {
  let place = ''
  beforeEach(() => {
    place = mkdtempSync(path.join(os.tmpdir(), 'tillside-folder-'))
  })
  afterEach(() => rmSync(place, { recursive: true }))

  it('is made where it is missing', () => {
    const folder = path.join(place, 'config', 'Tillside')
    expect(usableFolder(() => folder)).toEqual({ ok: true, value: folder })
    expect(statSync(folder).isDirectory()).toBe(true)
  })

  it('is none where something else lies there, and the system’s reason is said', () => {
    writeFileSync(path.join(place, 'file'), '')
    expect(usableFolder(() => path.join(place, 'file', 'Tillside'))).toEqual({
      ok: false,
      fault: expect.stringContaining('ENOTDIR'),
    })
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
