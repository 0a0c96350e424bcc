import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteWelcome, readPageStart } from './page'

let folder: string
const writeSettings = (text: string) => writeFileSync(path.join(folder, 'settings.json'), text)

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-start-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('what the page may show at once', () => {
  it('is no counter where nothing was ever set up', () => {
    expect(readPageStart('service', folder)).toEqual({ theme: 'system', counter: 'none' })
  })

  it('is the counter of a till that is set up, in its theme', () => {
    writeSettings('{"theme":"contrast"}')
    expect(readPageStart('service', folder)).toEqual({ theme: 'contrast', counter: 'service' })
  })

  it('is no counter after a start that found no payment service, and the counter after one that did', () => {
    writeSettings('{}')
    noteWelcome(folder, true)
    const after = readPageStart('service', folder)
    noteWelcome(folder, false)
    expect([after, readPageStart('service', folder)]).toEqual([
      { theme: 'system', counter: 'none' },
      { theme: 'system', counter: 'service' },
    ])
  })

  it('is the counter in practice, whatever is set up', () => {
    expect(readPageStart('practice', path.join(folder, 'missing'))).toEqual({
      theme: 'system',
      counter: 'practice',
    })
  })

  it('survives settings that are broken, and a folder that takes no note', () => {
    writeSettings('{"theme":"da')
    mkdirSync(path.join(folder, 'not-connected'))
    noteWelcome(folder, true)
    noteWelcome(folder, false)
    noteWelcome(path.join(folder, 'missing'), true)
    expect(readPageStart('service', folder)).toEqual({ theme: 'system', counter: 'none' })
  })
})
