import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EndingProgram, nsisInstaller } from './nsis-installer'

let folder: string
let file: string
const content = Buffer.from('MZ the installer')
const update = {
  version: '1.3.0',
  platform: 'win32-x64',
  file: 'Tillside-1.3.0.exe',
  size: content.length,
  sha512: createHash('sha512').update(content).digest('base64'),
  stagingPercentage: 100,
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-nsis-'))
  file = path.join(folder, update.file)
  writeFileSync(file, content)
  // Where an installed program on Windows has it: it asks for an administrator's rights. Here it says how it was called.
  writeFileSync(
    path.join(folder, 'elevate.exe'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/called.part"\nmv "${folder}/called.part" "${folder}/called"\n`,
    {
      mode: 0o755,
    },
  )
  Object.defineProperty(process, 'resourcesPath', { value: folder, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(process, 'resourcesPath')
  rmSync(folder, { recursive: true, force: true })
})

function aProgram() {
  const quits: string[] = []
  let end: () => void = () => undefined
  const program: EndingProgram = {
    version: '1.2.3',
    quit: () => void quits.push('quit'),
    onQuit: (callBack) => {
      end = callBack
    },
    warn: (words) => void quits.push(words),
  }
  return { program, quits, end: () => end() }
}
const called = 'called'

describe('an update on Windows', () => {
  it('ends the program first, and starts the installer in silence, with the program behind it', async () => {
    const { program, quits, end } = aProgram()
    expect(await nsisInstaller(program)(file, update)).toEqual({ ok: true, value: null })
    expect([quits, existsSync(path.join(folder, called))]).toEqual([['quit'], false])
    end()
    const said = await vi.waitFor(() => readFileSync(path.join(folder, called), 'utf8'), 5000)
    expect(said.trim().split('\n')).toEqual([file, '--updated', '/S', '--force-run'])
  })

  it.each([
    ['other bytes', () => writeFileSync(file, Buffer.alloc(content.length, 'x'))],
    ['another length', () => writeFileSync(file, Buffer.concat([content, content]))],
    ['no file', () => rmSync(file)],
  ])('starts nothing when there is %s at the end', async (_what, change) => {
    const { program, end } = aProgram()
    await nsisInstaller(program)(file, update)
    change()
    end()
    await new Promise((done) => setTimeout(done, 300))
    expect(existsSync(path.join(folder, called))).toBe(false)
  })
})
