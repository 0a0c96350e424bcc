import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeLog, redact } from './log'
import { folderOfEachTest } from './testing/folder-of-test'

const inFolder = folderOfEachTest()

function open(maxBytes?: number, place = inFolder()) {
  const now = () => new Date('2026-11-21T09:00:00.000Z')
  const size = maxBytes === undefined ? {} : { maxBytes }
  return makeLog({ folder: place, now, makeReference: () => 'E-00FF00', ...size })
}

const read = (name = 'tillside.log') => readFileSync(inFolder(name), 'utf8')

describe('the log', () => {
  it('keeps of an id the last four characters, and nothing of a token', () => {
    const log = open()
    log.info('Looked up 483920174462 as transaction_id; R-7K3QX9A2MD stands, 3 tries, HTTP 404')
    log.warn('GET with Authorization: Bearer abc.DEF-ghi/123 went out')
    expect(read()).toBe(
      '2026-11-21T09:00:00.000Z info Looked up …4462 as transaction_id; R-7K3QX9A2MD stands, 3 tries, HTTP 404\n' +
        '2026-11-21T09:00:00.000Z warn GET with Authorization: Bearer … went out\n',
    )
  })

  // Windows has no such modes.
  const whereModesAre = process.platform === 'win32' ? () => {} : it
  whereModesAre('is for this account alone, its older files too', () => {
    const log = open(10)
    log.info('one')
    log.info('two')
    const modes = readdirSync(inFolder()).map((name) => [name, statSync(inFolder(name)).mode & 0o777])
    expect(modes).toEqual([
      ['tillside.log', 0o600],
      ['tillside.log.1', 0o600],
    ])
  })

  it('cuts a line to 4 KiB, says so at its end, and leaves no half of an id at the cut', () => {
    const log = open()
    log.info('short')
    // The redacted id leaves room for the beginning of the next one.
    log.info(`${'1'.repeat(4087)} 48392017${'4'.repeat(80_000)}`)
    log.warn(`${'日'.repeat(4000)} x`)
    log.warn('y\n'.repeat(4000))
    log.info('z'.repeat(80_000))
    const lines = read().split('\n').slice(0, -1)
    expect(lines.every((line) => Buffer.byteLength(`${line}\n`) <= 4096)).toBe(true)
    expect(lines.map((line) => line.endsWith(' … (cut)'))).toEqual([false, true, true, true, true])
    expect(lines[1]).not.toContain('4839')
    expect(lines[2]).toMatch(/日{1300}/)
  })

  // Quadratic work would never end here.
  it('takes as long for one word of megabytes as for any other text', () => {
    expect(redact('a'.repeat(4_000_000))).toHaveLength(4_000_000)
    expect(redact(`${'a-'.repeat(2_000_000)}7`)).toBe('…-a-7')
  })

  it('shows control characters, so that no line can pose as two, or as another one', () => {
    open().warn('The list \u202e\u0000\u001b[2Jvsc.yadot\r\n  is odd\u2028here')
    expect(read()).toBe(
      '2026-11-21T09:00:00.000Z warn The list [U+202E][U+0000][U+001B][2Jvsc.yadot | is odd[U+2028]here\n',
    )
  })

  it('answers the reference of an error and keeps its cause on the same line', () => {
    const cause = new Error('boom')
    cause.stack = 'Error: boom\n    at somewhere (index.js:1:2)'
    expect(open().error('The lookup broke.', cause)).toBe('E-00FF00')
    expect(read()).toBe(
      '2026-11-21T09:00:00.000Z error E-00FF00 The lookup broke. Error: boom | at somewhere (index.js:1:2)\n',
    )
  })

  it('keeps two files and lets the older go', () => {
    const log = open(1)
    for (const word of ['one', 'two', 'three']) log.info(word)
    const lines = readdirSync(inFolder())
      .sort()
      .map((name) => read(name).trim().split(' ').at(-1))
    expect(lines).toEqual(['three', 'two'])
  })

  it('goes on in its file while the older one cannot be replaced, as on Windows while somebody reads that', () => {
    mkdirSync(inFolder('tillside.log.1', 'held'), { recursive: true })
    const log = open(1)
    for (const word of ['one', 'two']) log.info(word)
    expect(read().match(/one|two/g)).toEqual(['one', 'two'])
  })

  it('never stops the counter when its folder cannot be made', () => {
    writeFileSync(inFolder('file'), '')
    expect(open(1, inFolder('file', 'logs')).error('x')).toBe('E-00FF00')
  })

  it('drops a line that neither the disk nor the terminal takes, which would else be the next line', async () => {
    writeFileSync(inFolder('file'), '')
    // As index.ts does, which logs what nobody caught.
    const program = `
      const { makeLog } = require(${JSON.stringify(path.join(__dirname, 'log.ts'))})
      const log = makeLog({ folder: ${JSON.stringify(inFolder('file', 'logs'))} })
      let uncaught = 0
      process.on('uncaughtException', (cause) => {
        uncaught += 1
        if (uncaught < 50) log.error('Something unexpected happened.', cause)
      })
      log.info('x')
      setTimeout(() => process.exit(uncaught), 50)`
    const words = ['--require', 'tsx/cjs', '--eval', program]
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.destroy()
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
