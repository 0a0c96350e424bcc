import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { PracticeService } from '../../src/practice/start-practice-service'
import {
  lookUp,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundForm,
  scan,
  untilCounter,
} from '../fixtures/counter'
import { expect, test, token } from '../fixtures/till'

const example = { transaction: '483920174462', custom: 'C7719920461' }

const refundButton = (page: Page) => page.getByRole('button', { name: 'Refund', exact: true })
const connection = (page: Page) => page.getByRole('status', { name: 'Connection' })
const portOf = (service: PracticeService) => Number(new URL(service.url).port)

async function scanAs(page: Page, kind: string, code: string): Promise<void> {
  await untilCounter(page)
  await page.getByRole('combobox', { name: 'Code type' }).selectOption(kind)
  await scan(page, code)
}

async function expectCopy(page: Page): Promise<void> {
  await expect(receipt(page)).toContainText(/Saved copy · \d\d:\d\d/)
  await expect(receipt(page)).toContainText(example.transaction)
  await expect(receipt(page)).toContainText('HK$120.50')
}

test('a receipt is there with no network, after a restart, by each kind of code; then fresh again', async ({
  till,
}) => {
  const service = await till.startService()
  const id = service.ledger.find(example.transaction, 'transaction_id')?.facts.id ?? ''
  await till.provision(service.url)
  const first = await till.open()
  await lookUp(first.page, example.transaction)
  await expect(refundButton(first.page)).toBeVisible()
  const port = portOf(service)
  await service.stop()
  await first.app.close()

  const { page } = await till.open()
  await untilCounter(page)
  // The list goes on where it was before the restart.
  await expect(page.getByRole('list', { name: 'Recent on this till' })).toContainText(example.transaction)
  for (const [kind, code] of [
    ['Transaction ID', example.transaction],
    ['Custom ID', example.custom],
    ['Internal ID', id],
    ['Any', example.custom],
  ] as const) {
    await scanAs(page, kind, code)
    await expectCopy(page)
    await expect(connection(page)).toContainText('Offline')
    await expect(page.getByText('Offline: this is a saved receipt')).toBeVisible()
    await expect(refundButton(page)).toHaveCount(0)
    await page.keyboard.press('r')
    await page.keyboard.press('Escape')
    await expect(refundForm(page)).toHaveCount(0)
    await expect(receipt(page)).toHaveCount(0)
  }

  await scanAs(page, 'Any', example.transaction)
  await expectCopy(page)
  await expect(connection(page)).toContainText('Offline')
  const again = await till.startService({ port })
  await expect(refundButton(page)).toBeVisible({ timeout: 25_000 })
  await expect(receipt(page)).not.toContainText('Saved copy')
  await expect(connection(page)).toContainText('Online')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  const made = again.ledger.entries().filter((entry) => entry.transactionId === example.transaction)
  expect(made.map((entry) => entry.amountHundredths)).toEqual([12050])
})

test('nothing of what was looked up lies in the profile in clear', async ({ till }) => {
  const service = await till.startService()
  const facts = service.ledger.find(example.transaction, 'transaction_id')?.facts
  await till.provision(service.url)
  const { app, page } = await till.open()
  await lookUp(page, example.transaction)
  await app.close()
  const secrets = [example.transaction, example.custom, facts?.id ?? '', token]
  const found = filesBelow(till.profile).flatMap((file) => {
    const bytes = readFileSync(file, 'latin1')
    return secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${secret} in ${file}`)
  })
  expect([found, statSync(path.join(till.profile, 'cache.db')).size > 4096]).toEqual([[], true])
})

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(place)
    return entry.isFile() ? [place] : []
  })
}
