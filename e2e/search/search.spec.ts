/** Finding again what this till has saved: by keys alone, with and without the service. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openConnected } from '../fixtures/connected'
import { lookUp } from '../fixtures/counter'
import { filesBelow } from '../fixtures/profile'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, test } from '../fixtures/till'

const example = { transaction: '483920174462', custom: 'C7719920461', amount: 'HK$120.50' }

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search saved receipts' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Saved receipts' })
const matches = (page: Page) => list(page).getByRole('option')

/** The three codes that the tests below know, saved by looking them up. */
async function saveSome(page: Page): Promise<void> {
  for (const code of [example.transaction, 'DEMO-TIPS', 'DEMO-PART']) await lookUp(page, code)
}

/** `/` works wherever no text is being typed, and in the empty scan field. */
async function goToSearch(page: Page): Promise<void> {
  await page.waitForTimeout(500)
  await page.keyboard.press('/')
  await field(page).waitFor()
}

test('nothing that was searched lies in the profile in clear, and forgetting leaves nothing of it', async ({
  till,
}) => {
  const { app, page, service } = await openConnected(till)
  await saveSome(page)
  await goToSearch(page)
  await expect(matches(page)).toHaveCount(3)
  const id = service.ledger.find(example.transaction, 'transaction_id')?.facts.id ?? ''
  const clear = [example.transaction, example.custom, example.custom.toLowerCase(), id]
  const inClear = () =>
    filesBelow(till.profile).filter((file) =>
      clear.some((text) => readFileSync(file, 'latin1').includes(text)),
    )
  expect(inClear()).toEqual([])

  await beginSupervisor(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete all saved receipts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all saved receipts' }).click()
  await expect(page.getByText('Saved receipts deleted')).toBeVisible()
  await page.getByRole('link', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'No receipt is saved on this till yet.' })).toBeVisible()
  await app.close()
  expect(inClear()).toEqual([])
})
