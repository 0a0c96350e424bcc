/** What a supervisor may say about a refund, and when; the clock of a later start stands for the time that passes. */
import type { Page } from '@playwright/test'
import {
  allowWith,
  lookUp,
  outcomeHeading,
  refundByKeys,
  refundForm,
  refundPosts,
  scanForReceipt,
} from '../fixtures/counter'
import { clockAhead, letPass } from '../fixtures/other-clock'
import { managerLine } from '../fixtures/supervisor'
import { expect, type Till, test, token } from '../fixtures/till'

const code = 'PRACTICE-500-BEFORE'
const pin = '729418'

async function openLost(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Activity/ }).click()
  await page
    .getByRole('list', { name: 'Refunds' })
    .getByRole('button', { name: /Unconfirmed/ })
    .click()
}

async function openDecision(page: Page, wanted: string) {
  await page.getByRole('button', { name: 'Record outcome', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'Refunded', exact: true })).toBeFocused()
  await dialog.getByRole('radio', { name: wanted, exact: true }).click()
  return dialog
}

async function writeDown(page: Page, typedPin: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What the portal shows' }).fill('Portal, 10:40')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It says so')
  await dialog.getByLabel('PIN').fill(typedPin)
  await dialog.getByRole('button', { name: 'Save decision' }).click()
}

async function decide(page: Page, wanted: string, typedPin = pin): Promise<void> {
  await openDecision(page, wanted)
  await writeDown(page, typedPin)
}

/** A till whose refund got lost; the program is closed again. */
async function loseRefund(till: Till) {
  const service = await till.startService()
  await till.provision(service.url, ['--people'], `${token}\n${managerLine(pin)}\n`)
  const { app, page } = await till.open()
  await lookUp(page, code)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  await app.close()
  return service
}

test('a supervisor with the PIN decides an undecided refund, the lock goes, and the next refund needs one, too', async ({
  till,
}) => {
  const service = await loseRefund(till)
  const { app, page } = await till.open([], clockAhead(0))
  const other = service.ledger.find(code, 'custom_id')?.facts.transaction_id ?? ''
  await lookUp(page, other)
  await expect(page.getByRole('heading', { name: 'No refund now' })).toBeVisible()
  await letPass(app, 3)
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)

  await openLost(page)
  await decide(page, 'Not refunded', '8305')
  await expect(page.getByRole('dialog')).toContainText('The PIN is wrong')
  await writeDown(page, pin)
  await expect(page.getByText('Decision saved')).toBeVisible()
  await expect(page.getByText('Ms Chan recorded: not refunded')).toBeVisible()
  await expect(page.getByRole('navigation')).not.toContainText('1')

  await scanForReceipt(page, code)
  await refundByKeys(page)
  await allowWith(page, '8305')
  await expect(refundForm(page)).toContainText('The PIN is wrong')
  expect(refundPosts(service)).toBe(1)
  await allowWith(page, pin)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  expect(refundPosts(service)).toBe(2)
  await openLost(page)
  await decide(page, 'Refunded')
  await expect(page.getByText('Ms Chan recorded: refunded')).toBeVisible()
})
