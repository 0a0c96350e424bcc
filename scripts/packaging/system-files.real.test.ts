/** What is shipped for each system to start the program by, and to remove it (docs/administration.md, "Unattended"). */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { codeOfLink } from '../../src/main/lookup/requested-codes'
import { readCommandLine } from '../../src/main/profile/command-line'
import { inProject } from '../setup/project.mjs'

const folder = inProject('resources', 'start')
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

/** Each with the command in it that starts the program, by the one word after it. */
const starters = {
  'tillside.service': 'ExecStart=/opt/Tillside/tillside WORD\n',
  'start-with-pc.sh': 'exec /opt/Tillside/tillside WORD\n',
  'tillside-with-pc.xml':
    '<Command>%ProgramFiles%\\Tillside\\Tillside.exe</Command>\n      <Arguments>WORD</Arguments>',
  'app.tillside.desk.plist':
    '<string>/Applications/Tillside.app/Contents/MacOS/Tillside</string>\n    <string>WORD</string>\n  </array>',
}

describe('the files that a system starts the program by', () => {
  it('start it by a word that it knows', () => {
    expect(readCommandLine(['--with-pc'])).toEqual({ kind: 'open', practice: false, withPc: true })
    for (const [name, command] of Object.entries(starters))
      expect(read(name)).toContain(command.replace('WORD', '--with-pc'))
  })

  it('bring it back after a crash where the system can, and not after somebody closed it', () => {
    expect(read('tillside.service')).toMatch(/^Restart=on-failure$/m)
    expect(read('app.tillside.desk.plist')).toMatch(/<key>SuccessfulExit<\/key>\s*<false\/>/)
    expect(read('tillside-with-pc.xml')).not.toMatch(/<Repetition>/)
  })

  it('run it on Windows at the priority of a program with a window, where a task’s own is below that', () => {
    const [, priority] = /<Priority>(\d)<\/Priority>/.exec(read('tillside-with-pc.xml')) ?? []
    // 4 to 6 are normal (ITaskSettings::put_Priority).
    expect(['4', '5', '6']).toContain(priority)
  })

  it('are taken by schtasks, which refuses a task whose bytes are not in the encoding that it declares', () => {
    const task = read('tillside-with-pc.xml')
    expect([task.split('\n')[0], /^[\n\x20-\x7e]*$/.test(task)]).toEqual(['<?xml version="1.0"?>', true])
  })

  it('are passed over at a sign-in once the program was removed, whose settings stay', () => {
    expect(read('tillside-autostart.desktop')).toMatch(/^TryExec=\/opt\/Tillside\/tillside$/m)
  })

  it('are started also by a desktop that leaves what begins with a sign-in to systemd', () => {
    expect(read('tillside-autostart.desktop')).not.toMatch(
      /^(?:X-systemd-skip|X-GNOME-HiddenUnderSystemd|Hidden)=/m,
    )
  })

  it('leave a refund that is being sent the 80 seconds that the program waits for it (main/till.ts)', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('tillside.service')) ?? []
    expect(Number(seconds)).toBeGreaterThan(80)
  })

  it('are named by the installer for Windows as they are called', () => {
    const named = [...read('installer.nsh').matchAll(/start\\([\w-]+\.xml)/g)].map(([, name]) => name)
    expect(named).toEqual(['tillside-with-pc.xml'])
  })
})

it('links open the program on Windows too, where electron-builder registers none, until it is removed', () => {
  const text = read('installer.nsh')
  const [, scheme] = /schemes: \[(\w+)\]/.exec(readFileSync(inProject('electron-builder.yml'), 'utf8')) ?? []
  const key = `SHELL_CONTEXT "Software\\Classes\\${scheme}`
  const command = `'"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" "%1"'`
  expect([codeOfLink(`${scheme}://lookup?code=TABLE-12`), ...text.split(/\s*\n\s*/)]).toEqual(
    expect.arrayContaining([
      'TABLE-12',
      `WriteRegStr ${key}" "URL Protocol" ""`,
      `WriteRegStr ${key}\\shell\\open\\command" "" ${command}`,
      `DeleteRegKey ${key}"`,
    ]),
  )
})

/** A PC with one account and stand-ins for programs. PC in their text is its folder, in whose file `said` they write what they were asked. */
function standInPc(programs: Readonly<Record<string, string>>) {
  const pc = mkdtempSync(path.join(os.tmpdir(), 'tillside-pc-'))
  onTestFinished(() => rmSync(pc, { recursive: true, force: true }))
  const said = path.join(pc, 'said')
  for (const [name, text] of Object.entries(programs))
    writeFileSync(path.join(pc, name), `#!/bin/sh\n${text.replaceAll('PC', pc)}\n`, { mode: 0o755 })
  const run = (script: string, ...words: readonly string[]) =>
    spawnSync('sh', ['-s', ...words], {
      input: readFileSync(inProject('resources', script), 'utf8').replaceAll('/etc/tillside', pc),
      env: { PATH: `${pc}:${process.env.PATH}`, DISPLAY: ':7' },
      encoding: 'utf8',
    })
  const asked = () =>
    existsSync(said) ? readFileSync(said, 'utf8').replaceAll(pc, 'PC').trim().split('\n') : []
  return { pc, run, asked }
}

describe('the script that starts it when somebody signs in', () => {
  const start = (failing: string) => {
    const systemctl = `echo "$*" >> PC/said; case "$*" in *"${failing}"*) exit 1 ;; esac`
    const { run, asked } = standInPc({ systemctl })
    return { ...run('start/start-with-pc.sh'), asked: asked() }
  }

  it('leaves it to systemd, which is told of the screen', () => {
    expect(start('nothing fails')).toMatchObject({
      status: 0,
      asked: [
        '--user show-environment',
        '--user import-environment DISPLAY',
        '--user reset-failed tillside.service',
        '--user start tillside.service',
      ],
    })
  })

  it.each(['show-environment', 'start tillside.service'])(
    'starts it itself where systemd fails at %s',
    (failing) => {
      expect(start(failing).stderr).toContain('/opt/Tillside/tillside')
    },
  )
})

it.each([
  ['that root asked for removes tills as their own accounts, whose links lead root nowhere', true],
  ['that nobody asked for leaves every till', false],
])('a purge %s', (_what, isAsked) => {
  const { pc, run, asked } = standInPc({
    getent: "echo 'nobody:x:65534:65534::/nonexistent:/bin/false'; echo 'ana:x:1000:1000::PC/home:/bin/sh'",
    runuser: 'echo "$*" >> PC/said',
  })
  mkdirSync(path.join(pc, 'home', '.config', 'Tillside'), { recursive: true })
  if (isAsked) writeFileSync(path.join(pc, 'purge-tills'), '')
  expect(run('linux/after-remove.sh', 'purge')).toMatchObject({ status: 0, stderr: '' })
  expect(asked()).toEqual(isAsked ? ['-u ana -- rm -rf PC/home/.config/Tillside'] : [])
})
