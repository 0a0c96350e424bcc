/** What tills on the wire stand on: a practice service, a proxy before it, folders to live in. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../src/main/system/testing/temporary-folder'
import { startPracticeService } from '../../src/practice/start-practice-service'
import { openCuttingProxy } from './cutting-proxy'
import type { TillConfig } from './till-process'

export const wireToken = 'wire-proof-token-0001'

/** A practice service with an empty ledger, and the proxy before it, at whose address tills find it. */
export async function openService() {
  const service = await startPracticeService({ ledgerFile: ':memory:', token: wireToken })
  const proxy = await openCuttingProxy(Number(new URL(service.url).port))
  return {
    service,
    proxy,
    address: `http://127.0.0.1:${proxy.port}`,
    async close() {
      await proxy.close()
      await service.stop()
    },
  }
}

export type Ground = Awaited<ReturnType<typeof openGround>>

/** What tills in processes of their own stand on. */
export async function openGround() {
  const root = temporaryFolder()
  const { service, proxy, address, close } = await openService()
  let tills = 0
  return {
    service,
    proxy,
    /** A till's config; its folder is a fresh, empty one unless given. */
    newTill(given?: string): TillConfig {
      tills += 1
      const folder = given ?? join(root, `till-${tills}`)
      mkdirSync(folder, { recursive: true })
      return { folder, address, token: wireToken, deviceId: `wire-till-${tills}` }
    },
    /** How many entries of the ledger on a transaction (by internal `id`) carry a marker. */
    entriesOf: (marker: string, id: string) =>
      service.ledger.entries(id).filter(({ reason }) => reason.slice(0, marker.length) === marker).length,
    async close() {
      await close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
