import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startPracticeService } from '../../practice/start-practice-service'
import { folderOfTest } from '../system/testing/folder-of-test'
import { openPracticeService, type RunningPracticeService } from './practice'

let folder: string
let running: RunningPracticeService
beforeEach(() => {
  folder = folderOfTest()
})
afterEach(() => running.stop())

async function open(warnings: string[] = []): Promise<RunningPracticeService> {
  const warn = (message: string) => warnings.push(message)
  const now = () => new Date('2026-11-21T09:00:00.000Z')
  running = await openPracticeService(startPracticeService, folder, 'token', warn, now)
  return running
}

it('the embedded practice service sets a ledger aside that cannot be opened and seeds a fresh one', async () => {
  writeFileSync(path.join(folder, 'ledger.jsonl'), 'this is no database, whatever its name says'.repeat(99))
  const warnings: string[] = []
  const { url } = await open(warnings)
  expect([url.startsWith('http://127.0.0.1:'), warnings.length]).toEqual([true, 1])
  expect(readdirSync(folder)).toContain('ledger.jsonl.broken-2026-11-21T09-00-00-000Z')
})
