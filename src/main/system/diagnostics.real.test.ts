import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { noRules } from '../../shared/people/rules'
import { anAppState, theManager, thePeople } from '../../shared/testing/app-state-sample'
import { diagnosticsText } from './diagnostics'
import { folderOfEachTest } from './testing/folder-of-test'

const inFolder = folderOfEachTest()
beforeEach(() => {
  mkdirSync(inFolder('logs'))
})

const logged = (text: string) => writeFileSync(inFolder('logs', 'tillside.log'), text)
const textOf = (app = anAppState()) =>
  diagnosticsText({
    at: new Date('2026-11-23T10:00:00.000Z'),
    app,
    journal: { seq: 12, hash: 'abc' },
    watchedFolder: '/mnt/CANARY-FOLDER',
    folders: { profile: inFolder(), log: inFolder('logs'), home: '/home/mei.lee' },
    account: 'mei.lee',
  })

describe('diagnostics', () => {
  it('tell how the till is', () => {
    expect(JSON.parse(textOf())).toMatchObject({
      format: 1,
      made: '2026-11-23T10:00:00.000Z',
      till: { mode: 'service', keychain: { works: true }, refunds: { on: true } },
      journal: { seq: 12, hash: 'abc' },
    })
  })

  it('name no person: not the cashier, the store or its news, not the account, and not where it lives', () => {
    const named = anAppState({
      tillName: 'CANARY-STORE',
      storeId: 'CANARY-STORE-ID',
      cashier: '美玲',
      people: thePeople({ list: [{ ...theManager, name: 'CANARY-MANAGER' }] }),
      wrongPins: {
        person: { id: 'p-1', name: 'CANARY-PERSON' },
        tries: 3,
        since: '2026-11-21T09:00:00.000Z',
      },
      reasons: ['CANARY-REASON', 'other'],
      rules: { ...noRules, cashierCount: { second: 98765, never: null } },
      advice: [{ contains: 'CANARY-MESSAGE', advice: 'CANARY-ADVICE' }],
      about: {
        ...anAppState().about,
        profile: '/home/mei.lee/.config/Tillside',
        profileMovedFrom: '/CANARY-PLACE',
      },
      news: [
        {
          kind: 'changed',
          at: 1,
          key: 'k',
          marker: 'R-7K3QX9A2MD',
          code: 'CANARY-CODE',
          hundredths: 98765,
          currency: 'HKD',
          to: 'refunded',
        },
      ],
    })
    logged(`settings: /home/mei.lee/.config/Tillside/settings.json was changed
/mnt/CANARY-FOLDER is read for CANARY-STORE by 美玲
`)
    const text = textOf(named)
    const canaries = ['CANARY', '美玲', 'mei.lee', '98765', 'R-7K3QX9A2MD']
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
    expect(text).toContain('~/.config/Tillside/settings.json was changed')
  })
})

describe('what stands around the program', () => {
  it('is its files with their sizes, and the newest of its log', () => {
    writeFileSync(inFolder('settings.json'), '{}')
    logged(`${'an older line\n'.repeat(60_000)}the newest line\n`)
    const { files, log }: { files: unknown; log: string[] } = JSON.parse(textOf())
    expect(files).toEqual([
      { name: 'settings.json', bytes: 2 },
      { name: 'logs/tillside.log', bytes: 840_016 },
    ])
    expect([log.at(-1), new Set(log).size, log.length < 40_000]).toEqual(['the newest line', 2, true])
  })

  it('is also the end of the log before it was begun anew', () => {
    writeFileSync(inFolder('logs', 'tillside.log.1'), 'yesterday\n')
    logged('today\n')
    expect(JSON.parse(textOf()).log).toEqual(['yesterday', 'today'])
  })

  it('is left out where it cannot be asked', () => {
    rmSync(inFolder(), { recursive: true })
    expect(JSON.parse(textOf())).toMatchObject({ files: [], log: [], system: { freeDiskBytes: null } })
  })
})
