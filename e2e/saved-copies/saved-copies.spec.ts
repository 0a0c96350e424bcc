import type { Page } from '@playwright/test'
import {
  ledgerOf,
  lookUp,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundForm,
  scan,
  untilCounter,
} from '../fixtures/counter'
import { filesWith } from '../fixtures/profile'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, openConnected, test, token } from '../fixtures/till'

const example = { transaction: '483920174462', custom: 'C7719920461' }

const refundButton = (page: Page) => page.getByRole('button', { name: 'Refund', exact: true })
const connection = (page: Page) => page.getByRole('status', { name: 'Connection' })

/** Opens More; returns the store's own record there. */
async function openMore(page: Page) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  return page
    .getByRole('region', { name: 'More', exact: true })
    .getByRole('region', { name: 'Store', exact: true })
}

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

test('a receipt is there with no network, after a restart, by each kind of code, without related records; then fresh again', async ({
  till,
}) => {
  const { service, ...first } = await openConnected(till)
  const id = service.ledger.find(example.transaction, 'transaction_id')?.facts.id ?? ''
  await lookUp(first.page, example.transaction)
  await expect(refundButton(first.page)).toBeVisible()
  await expect(await openMore(first.page)).toContainText('Harbour Road')
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
  const store = await openMore(page)
  await expect(store).toContainText('Only a saved receipt is available')
  const again = await till.startService({ port: Number(new URL(service.url).port) })
  await expect(refundButton(page)).toBeVisible({ timeout: 25_000 })
  await expect(receipt(page)).not.toContainText('Saved copy')
  await expect(store).toContainText('Harbour Road')
  await expect(connection(page)).toContainText('Online')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect(ledgerOf(again, example.transaction)).toMatchObject([{ amountHundredths: 12050 }])
})

test('nothing that was looked up or searched lies in the profile in clear, and forgetting leaves nothing of it', async ({
  till,
}) => {
  const { app, page, service } = await openConnected(till)
  for (const code of [example.transaction, 'DEMO-TIPS', 'DEMO-PART']) await lookUp(page, code)
  await page.getByRole('link', { name: 'Search' }).click()
  await expect(page.getByRole('listbox', { name: 'Saved receipts' }).getByRole('option')).toHaveCount(3)
  const id = service.ledger.find(example.transaction, 'transaction_id')?.facts.id ?? ''
  const clear = [example.transaction, example.custom, example.custom.toLowerCase(), id, token]
  expect(filesWith(till.profile, clear)).toEqual([])

  await beginSupervisor(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete all saved receipts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all saved receipts' }).click()
  await expect(page.getByText('Saved receipts deleted')).toBeVisible()
  await page.getByRole('link', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'No receipt is saved on this till yet.' })).toBeVisible()
  await app.close()
  expect(filesWith(till.profile, clear)).toEqual([])
})
