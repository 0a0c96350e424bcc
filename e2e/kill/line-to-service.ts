/** A till whose line to the service a test can break, and whose program it can kill. */
import { once } from 'node:events'
import type { ElectronApplication, Page } from '@playwright/test'
import { type CuttingProxy, openCuttingProxy } from '../../proof/wire/cutting-proxy'
import type { PracticeService } from '../../src/practice/start-practice-service'
import { lookUp, refundByKeys } from '../fixtures/counter'
import { clockAhead } from '../fixtures/other-clock'
import { managerLine } from '../fixtures/supervisor'
import { type Opened, test as tillTest, token } from '../fixtures/till'

/** The receipt that is refunded: HK$120.50. */
export const code = 'KILL-2026-0001'
export const supervisorPin = '735108'

export type Line = {
  readonly service: PracticeService
  readonly proxy: CuttingProxy
  /** Opens the program on the till's profile, through an executable file that starts it when one is given. */
  readonly open: (wrapper?: string) => Promise<Opened>
  /** From the next start on the program's clock stands so many minutes further on. */
  readonly letPass: (minutes: number) => void
  /** How many refunds the ledger holds for the receipt. */
  readonly entries: () => number
}

export const test = tillTest.extend<{ line: Line }>({
  line: async ({ till }, use) => {
    const service = await till.startService()
    const proxy = await openCuttingProxy(Number(new URL(service.url).port))
    service.ledger.addTransaction({ id: 'kill-1', custom_id: code, amount: 12050 })
    await till.provision(
      `http://127.0.0.1:${proxy.port}`,
      ['--people'],
      `${token}\n${managerLine(supervisorPin)}\n`,
    )
    let passed = 0
    await use({
      service,
      proxy,
      open: (wrapper) => till.open([], clockAhead(passed), wrapper),
      letPass: (minutes) => {
        passed += minutes
      },
      entries: () => service.ledger.entries('kill-1').length,
    })
    await proxy.close()
  },
})

/** SIGKILL: what a power cut does to a program. Resolves when it is gone. */
export async function killProgram(app: ElectronApplication): Promise<void> {
  const program = app.process()
  const gone = once(program, 'exit')
  program.kill('SIGKILL')
  await gone
}

/** Scans the receipt and confirms a full refund; what becomes of it is the test's. */
export async function startRefund(page: Page): Promise<void> {
  await lookUp(page, code)
  await refundByKeys(page)
}

export function place(page: Page, name: string) {
  return page.getByRole('navigation').getByRole('link', { name })
}

/** The rows of Activity. */
export async function openActivity(page: Page) {
  await place(page, 'Activity').click()
  const list = page.getByRole('list', { name: 'Refunds' })
  await list.waitFor()
  return list.getByRole('button')
}
