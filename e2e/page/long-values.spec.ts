import type { Page } from '@playwright/test'
import { lookUp, outcomeHeading, pressByHand, receipt, refundByKeys, refundForm } from '../fixtures/counter'
import { misfits } from '../fixtures/fit'
import { pause } from '../fixtures/pause'
import { sizes } from '../fixtures/window'
import { expect, openReceipt, test } from './played/page'

const longName = 'The Harbour Road Department Store for Everything, Lower Ground Floor East, Till 3'.slice(
  0,
  80,
)
const longMessage = `Refused because ${'the acquirer has to be asked first and '.repeat(12)}${'X'.repeat(120)}`
/** Practice's receipts whose every text is as long as the interface allows. */
const [longCode, longWallet] = ['DEMO-LONG', 'DEMO-LONG-WALLET']

async function misfitsOf(page: Page, screen: string): Promise<readonly string[]> {
  return (await misfits(page, sizes)).map((what) => `${screen} ${what}`)
}

test('the longest values that may come stay inside their boxes, in both windows', async ({ till }) => {
  const { main } = till
  main.ends.set(longCode, 'refused')
  Object.assign(main.app, { tillName: longName })
  const page = await openReceipt(till, longCode)
  await expect(receipt(page)).toContainText('HK$999,999,999,999.99')
  const found = [...(await misfitsOf(page, 'receipt'))]
  await pressByHand(page, 'r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  found.push(...(await misfitsOf(page, 'refund')))
  await page.keyboard.press('Escape')
  await pause(page, 500)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Not refunded')
  const refusal = { httpStatus: 422, message: longMessage }
  for (const attempt of main.attempts) main.changeAttempt(attempt, { refusal })
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText(longMessage.slice(0, 300))
  found.push(...(await misfitsOf(page, 'refused')))
  await page.getByRole('link', { name: 'Activity' }).click()
  await page
    .getByText(/^R-[0-9A-Z]{10}$/)
    .first()
    .click()
  await page.getByRole('region', { name: 'Evidence' }).getByText('Refund details').waitFor()
  found.push(...(await misfitsOf(page, 'evidence')))
  expect(found).toEqual([])
})

test('receipts as long as the interface allows stay inside their boxes under More, in both windows', async ({
  till,
}) => {
  const page = await till.open()
  const found: string[] = []
  for (const code of [longCode, longWallet]) {
    await lookUp(page, code)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('region', { name: 'EMV code' })).not.toContainText('Asking')
    found.push(...(await misfitsOf(page, code)))
  }
  expect(found).toEqual([])
})
