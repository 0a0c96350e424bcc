import type { Page } from '@playwright/test'
import { lookUp, outcomeHeading, receipt, refundByKeys, scanForReceipt } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const code = 'PRACTICE-DROP-BEFORE'
const pin = '7294'

async function openLost(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Activity/ }).click()
  await page
    .getByRole('list', { name: 'Refunds' })
    .getByRole('button', { name: /Unconfirmed/ })
    .click()
}

async function decide(page: Page, outcome: string, typedPin: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: outcome, exact: true }).click()
  await dialog.getByRole('textbox', { name: 'What you saw' }).fill('Portal, 10:40')
  await dialog.getByRole('textbox', { name: 'Why you decide so' }).fill('It says so')
  await dialog.getByRole('textbox', { name: 'Supervisor’s name' }).fill('Ms Chan')
  await dialog.getByLabel('PIN').fill(typedPin)
  await dialog.getByRole('button', { name: 'Write the decision down' }).click()
}

test('a supervisor with the PIN decides an undecided refund, and the lock goes', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url)
  const { page } = await till.open()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('New PIN', { exact: true }).fill(pin)
  await page.getByLabel('New PIN again').fill(pin)
  await page.getByRole('button', { name: 'Set the PIN' }).click()
  await expect(page.getByText('A PIN is set.')).toBeVisible()
  await page.getByRole('link', { name: 'Counter' }).click()
  await lookUp(page, code)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')

  const other = service.ledger.find(code, 'custom_id')?.facts.transaction_id ?? ''
  await scanForReceipt(page, other)
  await expect(page.getByRole('heading', { name: 'No refund now' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)

  await openLost(page)
  await page.getByRole('button', { name: 'Decide' }).click()
  await decide(page, 'Not refunded', '8305')
  await expect(page.getByRole('dialog')).toContainText('The PIN is wrong')
  await decide(page, 'Not refunded', pin)
  await expect(page.getByText('The decision is written down')).toBeVisible()
  await expect(page.getByText('Ms Chan decided: not refunded')).toBeVisible()
  await expect(page.getByRole('navigation')).not.toContainText('1')

  await scanForReceipt(page, code)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
  await openLost(page)
  await page.getByRole('button', { name: 'Decide' }).click()
  await decide(page, 'Refunded', pin)
  await expect(page.getByText('Ms Chan decided: refunded')).toBeVisible()
  await expect(receipt(page)).toHaveCount(0)
})
