/** What a till in a process of its own stands on: a practice service, a proxy before it, folders to live in. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../src/main/system/testing/temporary-folder'
import { type PracticeService, startPracticeService } from '../../src/practice/start-practice-service'
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy'
import type { TillConfig } from './till-process'
import { wireToken } from './wire-till'

export type Ground = {
  readonly service: PracticeService
  readonly proxy: CuttingProxy
  /** A till's config; its folder is a fresh, empty one unless given. */
  readonly newTill: (folder?: string) => TillConfig
  /** How many entries of the ledger on a transaction (by internal `id`) carry a marker. */
  readonly entriesOf: (marker: string, id: string) => number
  readonly close: () => Promise<void>
}

export async function openGround(): Promise<Ground> {
  const root = temporaryFolder()
  const service = await startPracticeService({ ledgerFile: ':memory:', token: wireToken })
  const proxy = await openCuttingProxy(Number(new URL(service.url).port))
  let tills = 0
  return {
    service,
    proxy,
    newTill(given) {
      tills += 1
      const folder = given ?? join(root, `till-${tills}`)
      mkdirSync(folder, { recursive: true })
      return {
        folder,
        address: `http://127.0.0.1:${proxy.port}`,
        token: wireToken,
        deviceId: `wire-till-${tills}`,
      }
    },
    entriesOf: (marker, id) =>
      service.ledger.entries(id).filter(({ reason }) => reason.slice(0, marker.length) === marker).length,
    async close() {
      await proxy.close()
      await service.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
