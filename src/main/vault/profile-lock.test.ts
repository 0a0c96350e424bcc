import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { succeed } from '../../shared/result'
import { makeFileKeychain } from './file-keychain'
import { makeProfileLock } from './profile-lock'
import { makeVault } from './vault'

const run = promisify(execFile)
const script = path.join(__dirname, 'testing', 'exercise-lock.ts')
const words = (role: string) => ['--require', 'tsx/cjs', script, folder, role]

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-lock-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

function vaultHere() {
  return makeVault({ keychain: makeFileKeychain(path.join(folder, 'secrets.json')), profile: folder })
}

it('lets two processes change one entry at once without either losing what the other wrote', async () => {
  const vault = vaultHere()
  await vault.save({ address: 'https://pay.example', token: 'token-0' })
  await vault.changeNote({ hasPin: true })
  const ran = await Promise.all(
    ['renew', 'note'].map((role) => run(process.execPath, words(role), { encoding: 'utf8' })),
  )
  expect(ran.map(({ stdout }) => JSON.parse(stdout))).toEqual([
    { role: 'renew', lost: 0 },
    { role: 'note', lost: 0 },
  ])
  const after = vaultHere()
  expect([await after.isStoredToken('token-40'), await after.note()]).toEqual([
    succeed(true),
    succeed({
      deviceId: expect.any(String),
      journal: 'journal-40',
      hasPin: true,
      wasConnected: true,
      movedFrom: null,
    }),
  ])
})

it('is free again when the process that held it was killed', async () => {
  const held = spawn(process.execPath, words('die'), { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(held.stdout, 'data')
  let ended = false
  const changing = vaultHere()
    .changeNote({ journal: 'j-1' })
    .then((changed) => {
      ended = true
      return changed
    })
  await new Promise((resolve) => setTimeout(resolve, 200))
  const waited = !ended
  held.kill('SIGKILL')
  expect([waited, await changing]).toEqual([true, succeed(null)])
})

it('answers a fault, and does nothing, when somebody else keeps it or no folder can be made', async () => {
  const mine = makeProfileLock({ folder })
  const other = makeProfileLock({ folder, patience: 100 })
  let letGo = () => {}
  let holding: Promise<unknown> = Promise.resolve()
  await new Promise<void>((isTaken) => {
    holding = mine(() => {
      isTaken()
      return new Promise<ReturnType<typeof succeed<null>>>((resolve) => {
        letGo = () => resolve(succeed(null))
      })
    })
  })
  let worked = false
  const refused = await other(async () => {
    worked = true
    return succeed(null)
  })
  letGo()
  await holding
  writeFileSync(path.join(folder, 'file'), '')
  const nowhere = await makeProfileLock({ folder: path.join(folder, 'file', 'below') })(async () =>
    succeed(null),
  )
  const fault = { ok: false, fault: { kind: 'keychain_unavailable' } }
  expect([refused, worked, nowhere]).toMatchObject([fault, false, fault])
  expect(await other(async () => succeed('free'))).toEqual(succeed('free'))
})

it('lets one writer of a process in after the other, also after one that threw', async () => {
  const lock = makeProfileLock({ folder })
  const order: string[] = []
  const one = lock(async () => {
    order.push('one')
    await Promise.resolve()
    throw new Error('a bug')
  })
  const two = lock(async () => {
    order.push('two')
    return succeed(null)
  })
  await expect(one).rejects.toThrow('a bug')
  expect([await two, order]).toEqual([succeed(null), ['one', 'two']])
})
