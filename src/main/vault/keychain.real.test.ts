import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { folderOfTest } from '../system/testing/folder-of-test'
import { makeOsKeychain, type NativeKeychain } from './keychain'

const run = promisify(execFile)
const exercise = ['--require', 'tsx/cjs', path.join(__dirname, 'testing', 'exercise-keyring.ts')]

afterEach(() => void vi.useRealTimers())

async function seenBy(command: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<unknown> {
  const { stdout } = await run(command, words, { env, encoding: 'utf8', timeout: 50_000 })
  return JSON.parse(stdout)
}

it('keeps secrets in a real keyring', async () => {
  const folder = folderOfTest()
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, XDG_RUNTIME_DIR: folder }
  // The keyring runs on its own bus and ends with it.
  const unlocked = 'echo pw | gnome-keyring-daemon --daemonize --unlock --components=secrets >&2 && exec "$@"'
  const words = ['--', 'sh', '-c', unlocked, 'sh', process.execPath, ...exercise]
  const nothing = succeed(null)
  expect(await seenBy('dbus-run-session', words, env)).toEqual({
    missing: nothing,
    written: [nothing, nothing, succeed('ключ 🔑')],
    removed: [nothing, nothing, nothing],
  })
})

it('says so at once where there is no keyring', async () => {
  const bus = `unix:path=${path.join(folderOfTest(), 'no-bus')}`
  const seen = await seenBy(process.execPath, exercise, { ...process.env, DBUS_SESSION_BUS_ADDRESS: bus })
  const detail = expect.not.stringMatching(/^$|does not answer|still busy/)
  const failed = fail({ kind: 'keychain_unavailable', detail })
  const each = [failed, failed, failed]
  expect(seen).toEqual({ missing: failed, written: each, removed: each })
})

/** A keytar in which only the given calls do something. */
function native(changes: Partial<NativeKeychain>): NativeKeychain {
  return {
    getPassword: async () => null,
    setPassword: async () => {},
    deletePassword: async () => true,
    ...changes,
  }
}

it('fails within the limit when the keychain hangs, and does not ask a hanging one again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let asked = 0
  let unlock = (_secret: string) => {}
  const hanging = native({
    getPassword: () => {
      asked += 1
      return new Promise((resolve) => {
        unlock = resolve
      })
    },
  })
  const keychain = makeOsKeychain({ service: 'Test', load: async () => hanging })
  const asking = Promise.all([keychain.read('a'), keychain.read('b'), keychain.write('c', 'd')])
  let answered = false
  void asking.then(() => {
    answered = true
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect([asked, answered]).toEqual([1, false])
  await vi.advanceTimersByTimeAsync(1)
  const answers = await asking
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, false])
  expect(asked).toBe(1)

  unlock('late')
  await new Promise(setImmediate)
  const again = keychain.read('a')
  await new Promise(setImmediate)
  unlock('secret')
  expect(await again).toEqual(succeed('secret'))
})

const broken = {
  'the native library is missing': () => Promise.reject(new Error('Cannot find module keytar.node')),
  'loading it throws': () => {
    throw new Error('bad binary')
  },
  'the keychain refuses': async () => native({ getPassword: () => Promise.reject(new Error('denied')) }),
  'the keychain throws': async () =>
    native({
      getPassword: () => {
        throw new Error('bad argument')
      },
    }),
}
it.each(Object.entries(broken))('fails every time when %s', async (_name, load) => {
  const keychain = makeOsKeychain({ service: 'Test', load })
  const expected = fail({ kind: 'keychain_unavailable', detail: expect.stringMatching(/./) })
  expect([await keychain.read('a'), await keychain.read('a')]).toEqual([expected, expected])
})
