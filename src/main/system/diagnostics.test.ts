import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anAppState } from '../../shared/testing/app-state-sample'
import { diagnosticsText, type Machine, readMachine } from './diagnostics'

const machine: Machine = {
  system: { release: '6.1', cores: 2, memoryBytes: 8e9, freeMemoryBytes: 1e9, freeDiskBytes: null },
  displays: [{ width: 1024, height: 768, scale: 1 }],
  printers: null,
  files: [{ name: 'cache.db', bytes: 4096 }],
  log: [
    '2026-11-23T10:00:00.000Z warn settings: /home/mei.lee/.config/Tillside/settings.json was changed',
    '2026-11-23T10:00:01.000Z info /mnt/CANARY-FOLDER is read for CANARY-STORE by CANARY-CASHIER',
  ],
}

const textOf = (app = anAppState()) =>
  diagnosticsText({
    at: new Date('2026-11-23T10:00:00.000Z'),
    app,
    journal: { seq: 12, hash: 'abc' },
    copies: 3,
    watchedFolder: '/mnt/CANARY-FOLDER',
    account: { home: '/home/mei.lee', name: 'mei.lee' },
    machine,
  })

describe('diagnostics', () => {
  it('tell how the till is', () => {
    expect(JSON.parse(textOf())).toMatchObject({
      format: 1,
      made: '2026-11-23T10:00:00.000Z',
      till: { mode: 'service', keychain: { works: true } },
      refunds: { on: true, journal: { seq: 12, hash: 'abc' } },
      copies: 3,
      settings: { watchesFolder: true },
      displays: [{ width: 1024, height: 768, scale: 1 }],
      files: [{ name: 'cache.db', bytes: 4096 }],
    })
  })

  it('name no person: not the cashier, the store or its news, not the account, and not where it lives', () => {
    const named = anAppState({
      storeName: 'CANARY-STORE',
      storeId: 'CANARY-STORE-ID',
      cashier: 'CANARY-CASHIER',
      about: {
        ...anAppState().about,
        profile: '/home/mei.lee/.config/Tillside',
        profileMovedFrom: '/CANARY-PLACE',
      },
      news: [
        {
          kind: 'changed',
          key: 'k',
          marker: 'R-7K3QX9A2MD',
          code: 'CANARY-CODE',
          hundredths: 98765,
          currency: 'HKD',
          to: 'refunded',
        },
      ],
    })
    const text = textOf(named)
    const canaries = ['CANARY', 'mei.lee', '98765', 'R-7K3QX9A2MD']
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
    expect(text).toContain('~/.config/Tillside/settings.json was changed')
  })
})

describe('what stands around the program', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-support-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const read = (printers: Parameters<typeof readMachine>[0]['printers']) =>
    readMachine({
      folder,
      logFolder: path.join(folder, 'logs'),
      displays: () => [{ size: { width: 1280, height: 800 }, scaleFactor: 1.5 }],
      printers,
    })

  it('is its files with their sizes, the newest of its log, and of printers how they are, not what they are called', async () => {
    mkdirSync(path.join(folder, 'logs'))
    writeFileSync(path.join(folder, 'settings.json'), '{}')
    writeFileSync(
      path.join(folder, 'logs', 'tillside.log'),
      `${'an older line\n'.repeat(60_000)}the newest line\n`,
    )
    const options = { 'printer-state': '3', 'printer-info': 'Anna’s printer' }
    const found = await read(async () => [{ name: 'Anna', options }])
    expect(found).toMatchObject({
      displays: [{ width: 1280, height: 800, scale: 1.5 }],
      printers: [{ 'printer-state': '3' }],
      files: [
        { name: 'settings.json', bytes: 2 },
        { name: 'logs/tillside.log', bytes: 840_016 },
      ],
    })
    expect([JSON.stringify(found).includes('Anna'), found.log.at(-1)]).toEqual([false, 'the newest line'])
    expect([new Set(found.log).size, found.log.length < 40_000]).toEqual([2, true])
  })

  it('leaves out what cannot be asked', async () => {
    rmSync(folder, { recursive: true })
    expect(await read(() => Promise.reject(new Error('no spooler')))).toMatchObject({
      printers: null,
      files: [],
      log: [],
      system: { freeDiskBytes: null },
    })
  })
})
