import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusedSwitch } from './command-line'

const cashier = { isRoot: false, platform: 'linux' } as const
const root = { isRoot: true, platform: 'linux' } as const
const onWindows = { isRoot: false, platform: 'win32' } as const

describe('a packaged program', () => {
  it('starts with its own options, a profile, a display, a language and help with seeing', () => {
    const words = ['--practice', '--user-data-dir=/x', '--display=:7', '--ozone-platform=x11', '--lang=zh-HK']
    expect(refusedSwitch([...words, '--force-high-contrast', '/a/path', '-', '--'], cashier)).toBeNull()
    const provisioning = ['--provision', '--service-url', 'https://pay.example', '--token-stdin']
    expect(refusedSwitch(provisioning, cashier)).toBeNull()
  })

  it.each([
    ['--remote-debugging-port=0', 'remote-debugging-port'],
    ['--remote-debugging-pipe', 'remote-debugging-pipe'],
    ['-remote-debugging-port=0', 'remote-debugging-port'],
    [' --remote-debugging-port=0', 'remote-debugging-port'],
    ['--Remote-Debugging-Port=0', 'Remote-Debugging-Port'],
    ['--inspect', 'inspect'],
    ['--inspect-brk=0', 'inspect-brk'],
    ['--js-flags=--expose-gc', 'js-flags'],
    ['--disable-web-security', 'disable-web-security'],
    ['--host-resolver-rules=MAP * 127.0.0.1', 'host-resolver-rules'],
    ['--no-sandbox', 'no-sandbox'],
    ['-r', 'r'],
    ['--user-data-dirs=/x', 'user-data-dirs'],
    ['--a-switch-of-next-year', 'a-switch-of-next-year'],
  ])('does not start with %s, wherever it stands', (word, name) => {
    expect(refusedSwitch([word], cashier)).toBe(name)
    expect(refusedSwitch(['--practice', '--', '/a/path', word], cashier)).toBe(name)
  })

  it('is started without a sandbox by root alone', () => {
    expect(refusedSwitch(['--no-sandbox'], root)).toBeNull()
    expect(refusedSwitch(['--no-sandbox', '--inspect'], root)).toBe('inspect')
  })

  it('reads a slash as Windows does', () => {
    expect(refusedSwitch(['/remote-debugging-port=0'], onWindows)).toBe('remote-debugging-port')
    expect(refusedSwitch(['/practice'], onWindows)).toBeNull()
  })

  it('takes no switch that is not named here, however it is written', () => {
    const before = fc.constantFrom('--', '-', ' --', '\t-', '\n --')
    const name = fc.stringMatching(/^[a-z][a-z-]{9,20}$/).map((text) => `x-${text}`)
    const after = fc.constantFrom('', '=', '=0', ' ')
    fc.assert(
      fc.property(before, name, after, (dashes, wanted, value) => {
        expect(refusedSwitch([`${dashes}${wanted}${value}`], root)).toBe(wanted)
      }),
    )
  })
})
