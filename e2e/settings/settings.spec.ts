import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lookUp, outcomeHeading, refundByKeys, untilCounter } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const example = '483920174462'

test('the first start offers practice, unmistakable until it is left, which refunds nothing real @sandbox', async ({
  till,
}) => {
  const { page, app } = await till.open()
  await page.getByRole('button', { name: 'Practice', exact: true }).click()
  await untilCounter(page)
  await expect(page.getByText(/practice · no real money/i).first()).toBeVisible()
  await lookUp(page, example)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  const band = page.getByRole('complementary', { name: 'Practice' })
  await expect(band).toContainText(/practice · no real money/i)
  await page.getByRole('link', { name: 'Settings' }).click()
  const version = await app.evaluate(({ app: program }) => program.getVersion())
  await expect(page.getByRole('region', { name: 'About' })).toContainText(version)
  await page.getByRole('button', { name: 'Leave practice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave practice' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Tillside' })).toBeVisible()
  await expect(band).toHaveCount(0)
})

test('the cashier’s name and the device’s id go with a refund', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url, ['--device-id=till-7', '--till-name=Harbour Road'])
  // Whoever edits the file names no other till.
  const file = path.join(till.profile, 'settings.json')
  const settings: unknown = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify(Object.assign({}, settings, { deviceId: 'till-8' })))
  const { page } = await till.open()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('till-7').first()).toBeVisible()
  await expect(page.getByText(/Electron/).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Cashier' }).fill('Mei')
  const cashiers = page.getByRole('region', { name: 'This till' })
  await cashiers.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Counter' }).click()
  await lookUp(page, example)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await expect(page.getByRole('article', { name: 'Refund slip' })).toContainText(/harbour road/i)
  const entry = service.ledger.entries().find((line) => line.transactionId === example)
  expect(entry?.deviceId).toBe('till-7')
  await page.getByRole('link', { name: /^Activity/ }).click()
  await page
    .getByText(/^R-[0-9A-Z]{10}$/)
    .first()
    .click()
  await expect(page.getByText('Mei').first()).toBeVisible()
})
