import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tamperWith } from '../testing/journal-story'
import { named, refunded, unconfirmed } from './testing/refund-stories'
import { makeTillJournals, type TillJournals } from './testing/till-journals'

/** Whether this process holds a file open. */
const isOpenElsewhere = vi.hoisted(() => ({ check: (_file: string): boolean => false }))

/** A file layer as on Windows: it refuses to remove or rename whatever is held open, and whatever holds it. */
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const refuse = (file: unknown) => {
    if (!isOpenElsewhere.check(String(file))) return
    throw Object.assign(new Error(`EBUSY: resource busy or locked, '${String(file)}'`), { code: 'EBUSY' })
  }
  const guarded = {
    rmSync(file: string, options?: object) {
      refuse(file)
      real.rmSync(file, options)
    },
    unlinkSync(file: string) {
      refuse(file)
      real.unlinkSync(file)
    },
    renameSync(file: string, to: string) {
      refuse(file)
      refuse(to)
      real.renameSync(file, to)
    },
  }
  return { ...real, ...guarded, default: { ...real, ...guarded } }
})

function heldFiles(): ReadonlySet<string> {
  const held = readdirSync('/proc/self/fd').map((handle) => {
    try {
      return readlinkSync(join('/proc/self/fd', handle))
    } catch {
      return ''
    }
  })
  return new Set(held)
}

let till: TillJournals
beforeEach(() => {
  till = makeTillJournals()
  isOpenElsewhere.check = (file) => heldFiles().has(file)
})
afterEach(() => {
  // What libsql still holds is let go of with the process.
  isOpenElsewhere.check = () => false
  till.remove()
})

const isLinux = process.platform === 'linux'

it.runIf(isLinux)('begins a new journal while the damaged one is still held open', async () => {
  const open = { number: 1, id: 'pay-1' }
  await till.write([named, ...unconfirmed(open), ...refunded({ number: 2, id: 'pay-2' })])
  tamperWith(till.file(), 'UPDATE events SET line = zeroblob(100) WHERE seq = 3; DELETE FROM checkpoints')
  const old = realpathSync(till.file())
  const opening = [await till.opening(), await till.opening()]
  const held = heldFiles().has(old)
  const bytes = readFileSync(old)
  const begun = await till.begin()
  till.restart()
  const journal = await till.openWell()
  const locked = journal.lockOn({ services: [1], id: 'pay-1' }) !== null
  journal.close()
  expect([opening, held, begun.ok, locked, readFileSync(old).equals(bytes)]).toEqual([
    ['journal_damaged, token', 'journal_damaged, token'],
    true,
    true,
    true,
    true,
  ])
})
