import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../system/testing/folder-of-test'
import { noPolicy, readPolicy } from './policy'
import {
  findManagedPreferences,
  findRegistryPolicy,
  type RunProgram,
  readRegistry,
  runProgram,
} from './policy-places'

const key = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Tillside'
const pins = ['A', 'B'].map((letter) => `${letter.repeat(43)}=`)
const printed = [
  '',
  key,
  '    proxy    REG_SZ    none',
  '    allowLoopbackService    REG_DWORD    0x1',
  '    textSize    REG_DWORD    0x73',
  `    pins    REG_MULTI_SZ    ${pins.join('\\0')}`,
  '    watchedFolder    REG_SZ    ',
  '    tillName    REG_SZ    Harbour Road, till 3',
  '    related    REG_MULTI_SZ    store\\0user',
  '',
].join('\r\n')

/** Answers by the last argument that is no option. */
function answering(answers: Readonly<Record<string, readonly [number | null, string]>>) {
  const asked: string[] = []
  const run: RunProgram = async (file, args) => {
    asked.push([file, ...args].join(' '))
    const [code, stdout] = answers[args[1] ?? ''] ?? [null, '']
    return { code, stdout }
  }
  return { run, asked }
}

describe('the policy in the registry of Windows', () => {
  const policies = key.slice(0, -'\\Tillside'.length)

  it('is what reg.exe prints, asked by its full path and of the PC’s own branch only', async () => {
    const { run, asked } = answering({ [key]: [0, printed] })
    const read = readPolicy(await findRegistryPolicy(run, 'C:\\Windows'))
    expect(asked).toEqual([`C:\\Windows\\System32\\reg.exe query ${key} /s`])
    expect(read).toEqual({
      policy: { ...noPolicy, allowLoopbackService: true, proxy: 'none', pins },
      settings: { textSize: 115, tillName: 'Harbour Road, till 3', related: ['store', 'user'] },
      authorities: [],
      problem: null,
    })
  })

  it('is none only where the list of all policies is readable and has none of ours', async () => {
    const with_ = (all: readonly [number | null, string]) =>
      findRegistryPolicy(answering({ [key]: [1, ''], [policies]: all }).run, 'C:\\Windows')
    expect(await with_([0, `${policies}\\Microsoft\r\n`])).toEqual({ kind: 'absent' })
    expect(await with_([0, `${key}\r\n`])).toMatchObject({ kind: 'refused' })
    // An account without reg.exe is still under the policy.
    expect(await with_([1, ''])).toMatchObject({ kind: 'refused' })
  })

  it.each([[2], [null]])('is refused, and refunds with it, where reg.exe ends with %s', async (code) => {
    const { run } = answering({ [key]: [code, ''] })
    expect(readPolicy(await findRegistryPolicy(run, 'C:\\Windows')).problem).toMatch(
      /reg\.exe could not be run\.$/,
    )
  })

  it.each([[undefined], [''], ['\\\\server\\Windows'], ['C:\\Users\\till\\fake']])(
    'is asked of no reg.exe in %s',
    async (systemRoot) => {
      const { run, asked } = answering({})
      expect([await findRegistryPolicy(run, systemRoot), asked]).toMatchObject([{ kind: 'refused' }, []])
    },
  )

  it.each([
    ['a text that is put together when it is read', '    tillName    REG_EXPAND_SZ    %COMPUTERNAME%'],
    ['bytes', '    tillName    REG_BINARY    00FF'],
    ['a number that is none', '    keepDays    REG_DWORD    seven'],
    ['letters that the console lost', '    tillName    REG_SZ    Stra\ufffde'],
    ['letters that the console replaced', '    tillName    REG_SZ    Stra?e'],
    ['the key’s own value, which has a name in every language', '    (Standard)    REG_SZ    x y\u00e4'],
    ['what is no line of it', 'FEHLER: Zugriff verweigert'],
    ['a value of nothing', '  x'],
  ])('is refused with %s in it, which is named without its data', (_what, line) => {
    const found = readPolicy(readRegistry(`${printed}${line}\r\n`))
    const [name, type = ''] = line.trim().split('    ')
    expect(found.problem).toContain(`not “${`${name} ${type}`.trim()}”.`)
  })

  it('names what is wrong in it as in a file, another key below it too', () => {
    const { problem } = readPolicy(
      readRegistry(`${printed}\r\n${key}\\Else\r\n    theme    REG_SZ    dark\r\n`),
    )
    expect(problem).toMatch(/^HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Tillside: “Else” is no key of a policy/)
  })

  it('trusts no file of authorities there, whose owner cannot be told', () => {
    const content = { certificateAuthorities: '/ca.pem' }
    expect(readPolicy({ kind: 'read', place: key, content, owner: null }).problem).toMatch(
      /on Windows, put the authorities into this PC’s own store instead\.$/,
    )
  })
})

describe('the managed preferences of a Mac', () => {
  let file: string
  const owner = process.getuid?.() ?? 0
  beforeEach(() => {
    const folder = folderOfTest()
    chmodSync(folder, 0o755)
    file = path.join(folder, 'app.tillside.desk.plist')
  })
  const find = async (code: number | null, stdout: string, mode = 0o644) => {
    writeFileSync(file, 'bplist00')
    chmodSync(file, mode)
    return readPolicy(await findManagedPreferences(async () => ({ code, stdout }), { file, owner }))
  }

  it('are what plutil makes of the file, without what its profile says of itself', async () => {
    const json = { PayloadUUID: 'x', theme: 'dark', keepDays: 7 }
    const expected = { settings: { theme: 'dark', keepDays: 7 }, problem: null }
    expect(await find(0, JSON.stringify(json))).toMatchObject(expected)
  })

  it('are none where there is no file, and wrong where it is not root’s alone or no property list', async () => {
    const none = await findManagedPreferences(async () => ({ code: 0, stdout: '{}' }), { file, owner })
    expect(none).toEqual({ kind: 'absent' })
    expect((await find(0, '{}', 0o664)).problem).toMatch(/must be writable by its owner alone\.$/)
    expect((await find(1, '')).problem).toMatch(/must be a property list that plutil reads\.$/)
    expect((await find(0, '[]')).problem).toMatch(/must be one JSON object/)
  })
})

describe('a program that is run for its output', () => {
  it('answers its code and its output, and null where it did not start', async () => {
    const printing = await runProgram(process.execPath, ['-e', 'console.log("x"); process.exitCode = 3'])
    expect([printing, await runProgram('/nowhere/reg.exe', [])]).toEqual([
      { code: 3, stdout: 'x\n' },
      { code: null, stdout: '' },
    ])
  })
})
