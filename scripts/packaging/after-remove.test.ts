import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inProject } from '../setup/project.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-purge-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Purges the package of a PC with one account, and tells what was done as that account. */
function purge(isAsked: boolean): readonly string[] {
  const [home, asked, programs] = ['home', 'etc', 'programs'].map((name) => path.join(folder, name))
  if (home === undefined || asked === undefined || programs === undefined) throw new Error('no folder')
  mkdirSync(path.join(home, '.config', 'Tillside'), { recursive: true })
  for (const made of [asked, programs]) mkdirSync(made)
  if (isAsked) writeFileSync(path.join(asked, 'purge-tills'), '')
  const said = path.join(folder, 'said')
  const programsOf = {
    getent: `echo 'nobody:x:65534:65534::/nonexistent:/bin/false'; echo 'ana:x:1000:1000::${home}:/bin/sh'`,
    runuser: `echo "$*" | sed 's#${home}#HOME#' >> '${said}'`,
  }
  for (const [name, text] of Object.entries(programsOf)) {
    writeFileSync(path.join(programs, name), `#!/bin/sh\n${text}\n`)
    chmodSync(path.join(programs, name), 0o755)
  }
  const script = readFileSync(inProject('resources', 'linux', 'after-remove.sh'), 'utf8')
  const { status, stderr } = spawnSync('sh', ['-s', 'purge'], {
    input: script.replaceAll('/etc/tillside', asked),
    env: { PATH: `${programs}:${process.env.PATH}` },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return existsSync(said) ? readFileSync(said, 'utf8').trim().split('\n') : []
}

it('a purge that root asked for removes tills as their own accounts, whose links lead root nowhere', () => {
  expect(purge(true)).toEqual(['-u ana -- rm -rf HOME/.config/Tillside'])
})

it('a purge that nobody asked for leaves every till', () => {
  expect(purge(false)).toEqual([])
})
