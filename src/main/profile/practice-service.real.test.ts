import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startPracticeService } from '../../practice/start-practice-service'
import { recordFolder } from '../journal/open-record'
import { openRecordFiles } from '../journal/record-files'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import {
  openPracticeProfile,
  openPracticeService,
  type RunningPracticeService,
  startPractice,
} from './practice'
import { openProfile } from './profile'

const inFolder = folderOfEachTest()
let running: RunningPracticeService
afterEach(() => running.stop())

async function open(warnings: string[] = []): Promise<RunningPracticeService> {
  const warn = (message: string) => warnings.push(message)
  const now = () => new Date('2026-11-21T09:00:00.000Z')
  running = await openPracticeService(startPracticeService, inFolder(), 'token', warn, now)
  return running
}

it('the embedded practice service sets a ledger aside that cannot be opened and seeds a fresh one', async () => {
  writeFileSync(inFolder('ledger.jsonl'), 'this is no database, whatever its name says'.repeat(99))
  const warnings: string[] = []
  const { url } = await open(warnings)
  expect([url.startsWith('http://127.0.0.1:'), warnings.length]).toEqual([true, 1])
  expect(readdirSync(inFolder())).toContain('ledger.jsonl.broken-2026-11-21T09-00-00-000Z')
})

it.each<[string, (home: string) => void]>([
  ['its keychain is lost', (home) => rmSync(path.join(home, 'practice', 'secrets.json'))],
  ['its keychain is empty', (home) => writeFileSync(path.join(home, 'practice', 'secrets.json'), '')],
  ['its people are lost', (home) => rmSync(path.join(home, 'practice', 'people'))],
  ['the account was moved', (home) => renameSync(home, `${home}-moved`)],
])('practice begins anew where %s, with its manager', async (_what, lose) => {
  const begin = async (userData: string) => {
    const profile = await openPracticeProfile(
      () => openProfile('practice', userData, 'any', () => undefined),
      () => undefined,
    )
    running = { url: '', storeId: '', stop: async () => undefined }
    const load = async () => ({ startPracticeService: async () => running })
    await startPractice(profile, load, () => undefined)
    const found = await profile.people.view()
    return found.ok && found.value.state
  }
  const userData = inFolder('Tillside')
  const first = await begin(userData)
  // It has been used.
  openRecordFiles(recordFolder(path.join(userData, 'practice')))
    .create('journal-0123456789abcdef-000001.log')
    .close()
  lose(userData)
  const home = existsSync(userData) ? userData : `${userData}-moved`
  expect([first, await begin(home), await begin(home)]).toEqual(['set', 'set', 'set'])
  expect(readdirSync(home).filter((name) => name.includes('.broken-')).length).toBe(1)
})
