import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPracticeService } from '../../practice/start-practice-service'
import { folderOfTest } from '../system/testing/folder-of-test'
import { openPracticeService, type RunningPracticeService } from './practice'

let folder: string
let running: RunningPracticeService[]
beforeEach(() => {
  folder = folderOfTest()
  running = []
})
afterEach(async () => {
  for (const service of running) await service.stop()
})

async function open(warnings: string[] = []): Promise<RunningPracticeService> {
  const warn = (message: string) => warnings.push(message)
  const now = () => new Date('2026-11-21T09:00:00.000Z')
  const service = await openPracticeService(startPracticeService, folder, 'token', warn, now)
  running.push(service)
  return service
}

describe('the embedded practice service', () => {
  it('comes back on the port it had', async () => {
    const first = await open()
    await first.stop()
    expect((await open()).url).toBe(first.url)
  })

  it('takes another port when its own is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    writeFileSync(path.join(folder, 'port'), `${port}`)
    const { url } = await open()
    other.close()
    const outcome = [url === `http://127.0.0.1:${port}`, readFileSync(path.join(folder, 'port'), 'utf8')]
    expect(outcome).toEqual([false, new URL(url).port])
  })

  it('sets a ledger aside that cannot be opened and seeds a fresh one', async () => {
    writeFileSync(path.join(folder, 'ledger.jsonl'), 'this is no database, whatever its name says'.repeat(99))
    const warnings: string[] = []
    const { url } = await open(warnings)
    expect([url.startsWith('http://127.0.0.1:'), warnings.length]).toEqual([true, 1])
    expect(readdirSync(folder)).toContain('ledger.jsonl.broken-2026-11-21T09-00-00-000Z')
  })
})
