/** What is shipped for each system to start the program by (docs/administration.md, "Unattended"). */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCommandLine } from '../../src/main/profile/command-line'
import { inProject } from '../setup/project.mjs'

const folder = inProject('resources', 'start')
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

/** Each with the command in it that starts the program. */
const starters = [
  ['tillside.service', /^ExecStart=(\S+) (.*)$/m, '/opt/Tillside/tillside'],
  ['start-with-pc.sh', /^exec (\S+) (--.*)$/m, '/opt/Tillside/tillside'],
  [
    'tillside-with-pc.xml',
    /<Command>(.*)<\/Command>\s*<Arguments>(.*)</,
    '%ProgramFiles%\\Tillside\\Tillside.exe',
  ],
  [
    'app.tillside.desk.plist',
    /<array>\s*<string>(.*)<\/string>\s*<string>(.*)<\/string>/,
    '/Applications/Tillside.app/Contents/MacOS/Tillside',
  ],
] as const

describe('the files that a system starts the program by', () => {
  it.each(starters)('%s starts it by a word that it knows', (name, command, program) => {
    const [, named, words = ''] = command.exec(read(name)) ?? []
    const order = readCommandLine(words.split(' '))
    expect([named, order]).toEqual([program, { kind: 'open', practice: false, withPc: true }])
  })

  it('are all tried here', () => {
    const tried = [...starters.map(([name]) => name), 'tillside-autostart.desktop', 'scheduled-tasks.nsh']
    expect(readdirSync(folder).sort()).toEqual([...tried].sort())
  })

  it('bring it back after a crash, and not after somebody closed it', () => {
    expect(read('tillside.service')).toMatch(/^Restart=on-failure$/m)
    expect(read('app.tillside.desk.plist')).toMatch(/<key>SuccessfulExit<\/key>\s*<false\/>/)
    expect(read('tillside-with-pc.xml')).toMatch(/<RestartOnFailure>/)
    expect(read('tillside-with-pc.xml')).not.toMatch(/<Repetition>/)
  })

  it('are named by the installer for Windows as they are called', () => {
    const named = [...read('scheduled-tasks.nsh').matchAll(/start\\([\w-]+\.xml)/g)].map(([, name]) => name)
    expect(named).toEqual(['tillside-with-pc.xml'])
  })
})

describe('the script that starts it when somebody signs in', () => {
  let programs: string
  const said = () => readFileSync(path.join(programs, 'said'), 'utf8').trim().split('\n')
  /** A `systemctl` that writes down what it is asked, and fails where it is told to. */
  const standIn = (failing: string) => {
    const file = path.join(programs, 'systemctl')
    writeFileSync(
      file,
      `#!/bin/sh\necho "$*" >> "${programs}/said"\ncase "$*" in *"${failing}"*) exit 1 ;; esac\n`,
    )
    chmodSync(file, 0o755)
  }
  const start = () =>
    spawnSync('sh', [path.join(folder, 'start-with-pc.sh')], {
      env: { PATH: `${programs}:${process.env.PATH}`, DISPLAY: ':7' },
      encoding: 'utf8',
    })

  beforeEach(() => {
    programs = mkdtempSync(path.join(os.tmpdir(), 'tillside-start-'))
  })
  afterEach(() => rmSync(programs, { recursive: true, force: true }))

  it('leaves it to systemd, which is told of the screen', () => {
    standIn('nothing fails')
    expect(start().status).toBe(0)
    expect(said()).toEqual([
      '--user show-environment',
      '--user import-environment DISPLAY',
      '--user reset-failed tillside.service',
      '--user start tillside.service',
    ])
  })

  it.each(['show-environment', 'start tillside.service'])(
    'starts it itself where systemd fails at %s',
    (failing) => {
      standIn(failing)
      const { stderr } = start()
      expect(stderr).toContain('/opt/Tillside/tillside')
    },
  )
})
