/**
 * A till with a PIN, refunds that were made, and one whose answer was lost: its payment is locked. What lay on the disk and
 * in the keychain is kept as it was at three moments, as after a power cut, so that each attack begins with a copy.
 */

import { rmSync } from 'node:fs'
import { readExportSigner } from '../../src/main/journal/export/export-keys'
import type { RefundOrder } from '../../src/main/refund/types'
import { makeFakeClock } from '../../src/main/system/testing/fake-clock'
import { filesIn, temporaryFolder } from '../../src/main/system/testing/temporary-folder'
import { makeMemoryKeychain } from '../../src/main/vault/testing/memory-keychain'
import { type PracticeService, startPracticeService } from '../../src/practice/start-practice-service'
import type { Result } from '../../src/shared/base/result'
import type { Fault } from '../../src/shared/fault'
import { openCuttingProxy, passOn } from '../wire/cutting-proxy'
import { breaks } from '../wire/spoiled-answers'
import { orderFor } from '../wire/wire-refunds'
import { type OpenedTill, openTill } from './opened-till'

export const token = 'tok-of-the-store-5d20'
export const manager = 'Ada'
export const pin = '735108'
export const thiefsToken = 'tok-of-the-cashier-91'
export const thiefsPin = '904172'

/** What is refunded of each payment of HK$120.50, in hundredths: a second one would find room. */
export const part = 5000
export const lockedCode = 'TAMPER-1'
export const otherCode = 'TAMPER-2'

/** Everything of a till at one moment. */
export type Taken = {
  readonly files: ReadonlyMap<string, Buffer>
  readonly secrets: ReadonlyMap<string, string>
}

export type Moment = 'connected' | 'earlier' | 'now'

export type Scene = Awaited<ReturnType<typeof makeScene>>

export function mustBe<T>(result: Result<T, Fault>): T {
  if (!result.ok) throw new Error(`Expected a value: ${JSON.stringify(result.fault)}`)
  return result.value
}

function fill({ ledger }: PracticeService): void {
  for (const id of [lockedCode, otherCode]) {
    ledger.addTransaction({ id, custom_id: id, transaction_id: `T-${id}`, amount: 12050 })
  }
}

/** The store's service and, at an address of his own, the cashier's. */
async function openServices() {
  let service = await startPracticeService({ ledgerFile: ':memory:', token })
  const thiefs = await startPracticeService({ ledgerFile: ':memory:', token: thiefsToken })
  fill(service)
  fill(thiefs)
  const port = Number(new URL(service.url).port)
  const proxy = await openCuttingProxy(port)
  return {
    proxy,
    address: `http://127.0.0.1:${proxy.port}`,
    thiefsAddress: thiefs.url,
    /** How many refunds the ledger holds for a payment. */
    entries: (code: string) => service.ledger.entries(code).length,
    /** Starts a service in its place in which nothing was refunded but what the till knows of. */
    async anew() {
      await service.stop()
      service = await startPracticeService({ ledgerFile: ':memory:', token, port })
      fill(service)
      service.ledger.refund({ id: otherCode, amountHundredths: part, reason: 'Before', deviceId: 'd' })
    },
    async close() {
      await proxy.close()
      await service.stop()
      await thiefs.stop()
    },
  }
}

/**
 * A cashier looks a payment up and confirms a part of it; answers what came of it, or the fault that stopped him.
 * @param allowedBy who typed the PIN for it, if anybody did.
 */
export async function refundPart(
  till: OpenedTill,
  code: string,
  allowedBy: RefundOrder['allowedBy'] = null,
): Promise<string> {
  const { payments, refunds, copies } = till
  const shown = await payments.show({ kind: 'custom_id', code })
  if (!shown.ok) return shown.fault.kind
  refunds.observe(shown.value)
  const { record } = shown.value
  copies.keep(shown.value)
  const order = { ...orderFor(record, part), foundBy: { kind: 'custom_id', code } as const, allowedBy }
  const issued = await refunds.issue(order)
  return issued.ok ? issued.value.attempt.state : issued.fault.kind
}

async function connect(till: OpenedTill, address: string): Promise<void> {
  mustBe(await till.call('token:save', { address, token, anyway: true }))
  mustBe(await till.call('settings:save', { cashier: 'Kit' }))
  await readExportSigner(till.vault, { createIfMissing: true })
}

export async function makeScene() {
  const services = await openServices()
  const folder = temporaryFolder()
  const keychain = makeMemoryKeychain()
  const clock = makeFakeClock()
  const first = await openTill({ folder, keychain, clock })
  const take = async (): Promise<Taken> => {
    await first.refunds.settled()
    // What was looked up is on the disk when the copies are read.
    await first.copies.recent(1)
    return { files: filesIn(folder), secrets: new Map(keychain.secrets) }
  }
  await connect(first, services.address)
  const connected = await take()
  mustBe(await first.call('people:save', { id: '', name: manager, role: 'manager', pin }))
  const done = await refundPart(first, otherCode)
  const earlier = await take()
  services.proxy.setPlans({ refund: breaks('before', 'reset') })
  const lost = await refundPart(first, lockedCode)
  services.proxy.setPlans({ refund: passOn })
  const now = await take()
  await first.close()
  rmSync(folder, { recursive: true, force: true })
  if (done !== 'refunded' || lost !== 'unconfirmed') throw new Error(`The scene is another: ${done}, ${lost}`)
  const taken: Readonly<Record<Moment, Taken>> = { connected, earlier, now }
  /** `at`: this PC's clock when the last was taken. */
  return { services, taken, at: clock.now() }
}
