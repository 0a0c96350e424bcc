import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { type KitContent, openKit } from '../recovery/recovery-kit'
import { recoveryHandlers } from './recovery-handlers'

const passphrase = 'nine grey geese fly'
const content: KitContent = {
  madeAt: 1_800_000_000_000,
  till: 'Till 3 / North',
  deviceId: 'till-3',
  journals: [
    { id: '7d1f4d0a-1d3e-4b57-9c51-0a8f2f6f7f10', key: Buffer.alloc(32, 7).toString('base64'), lines: 4 },
  ],
}

let folder: string
let told: unknown[]
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-kit-'))
  told = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => path.join(folder, 'kit.json')

function handlers(change: { saves?: boolean; chosen?: string | null; kit?: Result<KitContent, Fault> } = {}) {
  const { saves = true, chosen = file(), kit = succeed(content) } = change
  return recoveryHandlers({
    collect: async () => kit,
    restore: async (text, typed) => {
      told.push(['restore', text, typed])
      return succeed({ journals: 1, missing: 2 })
    },
    refundService: { acted: (act) => told.push(act), wake: () => told.push('wake') },
    settings: { read: () => ({ cashier: '' }) },
    showOpenDialog: async () => ({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }),
    saveFile: async ({ suggestedName, content: text }) => {
      told.push(suggestedName)
      if (saves) writeFileSync(file(), String(text))
      return succeed({ saved: saves, path: saves ? file() : '' })
    },
    now: () => new Date(2026, 10, 24),
  })
}

describe('saving a recovery kit', () => {
  it('seals it with what was typed, and writes down that it was saved', async () => {
    const saved = await handlers()['recovery:save']({ passphrase })
    expect([saved, await openKit(readFileSync(file(), 'utf8'), passphrase)]).toEqual([
      succeed({ saved: true, path: file() }),
      succeed(content),
    ])
    expect(told).toEqual([
      'Tillside recovery kit Till 3 / North 2026-11-24',
      { act: 'export', what: 'recovery kit', from: '', to: '' },
    ])
  })

  it('writes nothing down when the person thought better of it, or there is nothing to save', async () => {
    const silent: Fault = { kind: 'keychain_unavailable', detail: 'locked' }
    const outcomes = [
      await handlers({ saves: false })['recovery:save']({ passphrase }),
      await handlers({ kit: fail(silent) })['recovery:save']({ passphrase }),
    ]
    expect(outcomes).toEqual([succeed({ saved: false, path: '' }), fail(silent)])
    expect(told).toEqual(['Tillside recovery kit Till 3 / North 2026-11-24'])
  })
})

describe('opening a recovery kit', () => {
  it('gives what the file holds to whoever restores, and has refunds looked at again', async () => {
    writeFileSync(file(), 'a kit')
    const opened = await handlers()['recovery:open']({ passphrase })
    expect([opened, told]).toEqual([
      succeed({ opened: true, journals: 1, missing: 2 }),
      [['restore', 'a kit', passphrase], 'wake'],
    ])
  })

  it('does nothing when none was chosen', async () => {
    const opened = await handlers({ chosen: null })['recovery:open']({ passphrase })
    expect([opened, told]).toEqual([succeed({ opened: false, journals: 0, missing: 0 }), []])
  })

  it.each([
    ['is not there', null],
    ['is empty', ''],
    ['is larger than any kit', 'x'.repeat(1_000_001)],
  ])('refuses a file that %s', async (_name, text) => {
    if (text !== null) writeFileSync(file(), text)
    const opened = await handlers()['recovery:open']({ passphrase })
    expect([opened, told]).toEqual([fail({ kind: 'recovery_kit', why: 'not_a_kit' }), []])
  })
})
