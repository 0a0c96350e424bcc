/** A payment service that goes by another address now: who may say so, and that no lock is lost on the way. */
import type { Page } from '@playwright/test'
import type { PracticeService } from '../../src/practice/start-practice-service'
import { lookUp, outcomeHeading, refundByKeys, refundPosts, scanForReceipt } from '../fixtures/counter'
import { endSupervisor, showProof } from '../fixtures/supervisor'
import { expect, type Till, test, token } from '../fixtures/till'

const lost = 'PRACTICE-DROP-BEFORE'
const other = 'C7719920461'
const pin = '729418'

const panelOf = (page: Page) => page.getByRole('complementary')

async function toSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
}

/** A till with a refund that nobody knows the end of, and two ways to its service. */
async function loseRefund(till: Till) {
  const service = await till.startService()
  const [before, now] = [await till.startLine(service), await till.startLine(service)]
  await till.provision(before.url, ['--supervisor-pin'], `${token}\n${pin}\n`)
  const { page } = await till.open()
  await lookUp(page, lost)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  return { page, service, before: before.url, now: now.url }
}

async function connectTo(page: Page, address: string): Promise<void> {
  await endSupervisor(page)
  await toSettings(page)
  const section = page.getByRole('region', { name: 'Payment service' })
  await section.getByRole('textbox', { name: 'Address' }).fill(address)
  await section.getByLabel('Access token', { exact: true }).fill(token)
  await section.getByRole('button', { name: 'Save address and token' }).click()
  await showProof(page, 'PIN', pin)
  await expect(page.getByText('The payment service is connected')).toBeVisible()
}

async function answer(page: Page, words: string | null): Promise<void> {
  const dialog = page.getByRole('dialog')
  if (words !== null) await dialog.getByRole('radio', { name: words }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The provider wrote so')
  await dialog.getByRole('textbox', { name: 'Supervisor’s name' }).fill('Ms Chan')
  await dialog.getByLabel('PIN', { exact: true }).fill(pin)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Recorded', { exact: true })).toBeVisible()
}

async function expectLocked(page: Page, service: PracticeService): Promise<void> {
  await scanForReceipt(page, lost)
  await expect(page.getByRole('heading', { name: 'No refund now' })).toBeVisible()
  expect(refundPosts(service)).toBeLessThanOrEqual(2)
}

test('a new address is another service or the same one only on a supervisor’s word, and the lock comes along', async ({
  till,
}) => {
  const { page, service, before, now } = await loseRefund(till)
  await connectTo(page, now)
  const question = `Is ${now} the same payment service as ${before}?`
  await expect(page.getByRole('heading', { name: question })).toBeVisible()

  await scanForReceipt(page, other)
  await expect(panelOf(page)).toContainText('This till may have a refund in doubt')
  await expect(panelOf(page)).toContainText('Refunds are off: is this the same payment service as before?')
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)

  await toSettings(page)
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await answer(page, 'The same service')
  await expect(page.getByRole('heading', { name: question })).toHaveCount(0)
  await expectLocked(page, service)
  await scanForReceipt(page, other)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')

  await toSettings(page)
  await expect(page.getByRole('main')).toContainText(`${before} · ${now}`)
  await page.getByRole('button', { name: 'It is another service after all' }).click()
  await answer(page, null)
  await expect(page.getByRole('button', { name: 'It is another service after all' })).toHaveCount(0)
  await expectLocked(page, service)
})

test('a service that really is another one is refunded at, and the old one’s refund stays locked there', async ({
  till,
}) => {
  const { page, before } = await loseRefund(till)
  const second = await till.startService()
  await connectTo(page, second.url)
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await answer(page, 'Another service')
  await scanForReceipt(page, other)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect(refundPosts(second)).toBe(1)
  await connectTo(page, before)
  await scanForReceipt(page, lost)
  await expect(page.getByRole('heading', { name: 'No refund now' })).toBeVisible()
})
