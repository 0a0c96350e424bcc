import { createPublicKey } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../shared/result'
import { type FakeClock, makeFakeClock } from '../scheduling/testing/fake-clock'
import {
  type KeepUpToDateDeps,
  keepUpToDate,
  neverUpToDate,
  type UpToDate,
  updatePace,
} from './keep-up-to-date'
import { updateFileName } from './signed-update'
import { madeUpKey, testKey, testPlatform, updateTextOf } from './testing/test-key'
import { connectTrusting, startUpdateServer, type UpdateServer } from './testing/update-server'
import { openVersionFloor } from './version-floor'

const content = Buffer.alloc(20_000, 'tillside ')
const name = 'tillside_1.3.0_amd64.deb'
const hour = 3_600_000
const quiet = { isSending: false, isUndecidedYoung: false, isAtWork: false }

let profile: string
let server: UpdateServer
let clock: FakeClock
let around = quiet
let installed: string[] = []
let warnings: string[] = []
const open: UpToDate[] = []

beforeEach(async () => {
  profile = mkdtempSync(path.join(os.tmpdir(), 'tillside-up-to-date-'))
  server = await startUpdateServer()
  // An hour before the one that the store chose, by this PC's own day.
  clock = makeFakeClock(new Date(2026, 10, 21, 2, 30).getTime())
  around = quiet
  installed = []
  warnings = []
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
  await server.close()
  rmSync(profile, { recursive: true, force: true })
})

function start(change: Partial<KeepUpToDateDeps> = {}): UpToDate {
  const till = keepUpToDate({
    source: { address: server.address, key: createPublicKey(testKey) },
    connect: connectTrusting(),
    running: [1, 2, 3],
    platform: testPlatform,
    floor: openVersionFloor(profile),
    folder: path.join(profile, 'updates'),
    deviceId: () => 'till-1',
    chosenHour: 3,
    installer: async (file) => {
      installed.push(path.basename(file))
      return succeed(null)
    },
    installedBy: 'administrator',
    look: () => around,
    clock,
    changed: () => undefined,
    log: { info: () => undefined, warn: (words) => void warnings.push(words) },
    limits: { connect: 2000, pause: 2000, whole: 5000 },
    ...change,
  })
  open.push(till)
  return till
}

function serve(text: unknown = updateTextOf(content), file: Buffer = content): void {
  server.replies.set(updateFileName, JSON.stringify(text))
  server.replies.set(name, file)
}

/** Lets time pass, and what the till then does over real sockets come to its end: it sets its timer only then. */
async function pass(milliseconds: number): Promise<void> {
  await clock.advance(milliseconds)
  for (let tries = 0; clock.waiting().length === 0 && tries < 1000; tries += 1) {
    await new Promise((done) => setTimeout(done, 5))
  }
}

const newer = (next: string, problem: string | null = null) => ({
  kind: 'newer',
  version: '1.3.0',
  next,
  hour: 3,
  problem,
})

describe('a till that is kept up to date', () => {
  it('asks after a while, downloads, waits for its hour, and installs what it looked at once more', async () => {
    serve()
    const till = start()
    await pass(updatePace.first - 1)
    expect([till.state(), server.asked]).toEqual([{ kind: 'none', askedAt: null, problem: null }, []])
    await pass(1)
    expect(till.state()).toEqual(newer('hour'))
    await pass(20 * updatePace.look)
    expect(installed).toEqual([])
    for (let minutes = 0; minutes < 10; minutes += 1) await pass(updatePace.look)
    for (let minutes = 0; minutes < 10; minutes += 1) await pass(updatePace.look)
    expect([installed, till.state()]).toEqual([[name], newer('installing')])
    expect(server.asked).toEqual([`/updates/${updateFileName}`, `/updates/${name}`])
  })

  it('waits while a refund is on its way, and asks whoever is at work', async () => {
    serve()
    clock = makeFakeClock(new Date(2026, 10, 21, 3, 0).getTime())
    around = { ...quiet, isUndecidedYoung: true, isAtWork: true }
    const till = start()
    await pass(updatePace.first)
    expect(till.state()).toEqual(newer('refund'))
    around = { ...quiet, isAtWork: true }
    await pass(updatePace.look)
    expect([till.state(), installed]).toEqual([newer('person'), []])
    till.agree()
    await pass(updatePace.look)
    expect(installed).toEqual([name])
  })

  it('forgets who agreed when the hour is over', async () => {
    serve()
    clock = makeFakeClock(new Date(2026, 10, 21, 3, 50).getTime())
    around = { ...quiet, isSending: true, isAtWork: true }
    const till = start()
    await pass(updatePace.first)
    till.agree()
    await pass(15 * updatePace.look)
    around = { ...quiet, isAtWork: true }
    await pass(23 * hour)
    await pass(updatePace.look)
    expect([till.state(), installed]).toEqual([newer('person'), []])
  })

  it('does not install a file that was changed on this PC meanwhile', async () => {
    serve()
    const till = start()
    await pass(updatePace.first)
    writeFileSync(path.join(profile, 'updates', name), Buffer.alloc(content.length, 'x'))
    await pass(hour)
    expect([installed, till.state()]).toEqual([[], newer('download', 'wrong_hash')])
  })

  it('does not install when a refund began while the file was looked at', async () => {
    serve()
    const till = start()
    await pass(updatePace.first)
    let looks = 0
    const sendingLater = {
      ...quiet,
      get isSending() {
        looks += 1
        return looks > 1
      },
    }
    around = sendingLater
    await pass(hour)
    expect([installed, till.state()]).toEqual([[], newer('refund')])
  })

  it('says so where installing fails, and tries no more before it has asked again', async () => {
    serve()
    let tries = 0
    const till = start({
      installer: async () => {
        tries += 1
        return { ok: false, fault: 'refused by the system' }
      },
    })
    await pass(updatePace.first)
    for (let minutes = 0; minutes < 40; minutes += 1) await pass(updatePace.look)
    expect([tries, till.state()]).toEqual([1, newer('hour', 'not_installed')])
    expect(warnings.join()).toContain('refused by the system')
  })

  it('only says that there is one where the system installs, and fetches nothing', async () => {
    serve()
    const till = start({ installer: null, installedBy: 'package_manager' })
    await pass(updatePace.first)
    expect([till.state(), server.asked]).toEqual([newer('package_manager'), [`/updates/${updateFileName}`]])
  })

  it('waits for its turn in the roll-out without fetching', async () => {
    serve(updateTextOf(content, { stagingPercentage: 0 }))
    const till = start()
    await pass(updatePace.first)
    expect([till.state(), existsSync(path.join(profile, 'updates'))]).toEqual([newer('turn'), false])
    serve()
    await pass(updatePace.ask)
    expect(till.state()).toEqual(newer('hour'))
  })

  it.each([
    ['of another key', updateTextOf(content, { key: madeUpKey('other') }), 'wrong_signature'],
    ['of another version than signed', { ...updateTextOf(content), version: '1.4.0' }, 'wrong_signature'],
    ['older', updateTextOf(content, { version: '1.2.2' }), 'older'],
    ['in no form of ours', { version: '1.3.0' }, 'malformed'],
  ])('takes nothing that is %s', async (_what, text, problem) => {
    serve(text)
    const till = start()
    await pass(updatePace.first)
    await pass(hour)
    expect([till.state(), installed]).toEqual([{ kind: 'none', askedAt: null, problem }, []])
    expect(server.asked).not.toContain(`/updates/${name}`)
  })

  it('takes no file but the one that was signed, and asks again in an hour', async () => {
    serve(updateTextOf(content), content.subarray(1))
    const till = start()
    await pass(updatePace.first)
    expect([till.state(), readdirSync(path.join(profile, 'updates'))]).toEqual([
      newer('download', 'wrong_length'),
      [],
    ])
    serve()
    await pass(updatePace.retry)
    expect(till.state()).toMatchObject({ kind: 'newer', problem: null })
  })

  it('lets go of a version that the server takes back, and keeps it while the server is only away', async () => {
    serve()
    const till = start({ chosenHour: 23 })
    await pass(updatePace.first)
    server.replies.set(updateFileName, (response) => response.destroy())
    await pass(updatePace.ask)
    expect(till.state()).toMatchObject({ kind: 'newer', problem: 'cut_short' })
    server.replies.delete(updateFileName)
    await pass(updatePace.retry)
    expect(till.state()).toMatchObject({ kind: 'none', problem: 'not_there' })
  })

  it('takes nothing older than it was offered once, also after a new start', async () => {
    serve(updateTextOf(content, { version: '1.4.0' }))
    const first = start({ installer: null })
    await pass(updatePace.first)
    expect(first.state()).toMatchObject({ version: '1.4.0' })
    await first.close()
    serve()
    const second = start()
    await pass(updatePace.first)
    expect(second.state()).toEqual({ kind: 'none', askedAt: null, problem: 'older' })
  })

  it('leaves no file behind once it is up to date', async () => {
    serve()
    await pass(0)
    const till = start()
    await pass(updatePace.first)
    await till.close()
    const renewed = start({ running: [1, 3, 0] })
    await pass(updatePace.first)
    expect([renewed.state(), existsSync(path.join(profile, 'updates'))]).toMatchObject([
      { kind: 'none', problem: null },
      false,
    ])
  })

  it('asks nobody any more once it was closed', async () => {
    serve()
    const till = start()
    await till.close()
    await clock.advance(updatePace.first)
    expect([server.asked, clock.waiting()]).toEqual([[], []])
  })
})

it('a till without a server for updates says why, and asks nobody', async () => {
  const till = neverUpToDate('no_key')
  till.agree()
  await till.close()
  expect(till.state()).toEqual({ kind: 'off', why: 'no_key' })
})
