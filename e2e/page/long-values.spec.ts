/** The longest values of the interface stay inside their boxes, at both sizes. */
import type { Page } from '@playwright/test'
import { lookUp, outcomeHeading, pressByHand, receipt, refundByKeys, refundForm } from '../fixtures/counter'
import { misfits } from '../fixtures/fit'
import { pause } from '../fixtures/pause'
import { sizes } from '../fixtures/window'
import { expect, test } from './played/page'

const longName = 'The Harbour Road Department Store for Everything, Lower Ground Floor East, Till 3'.slice(
  0,
  80,
)
const longCode = '9'.repeat(15)
const longMessage = `Refused because ${'the acquirer has to be asked first and '.repeat(12)}${'X'.repeat(120)}`
const longRecord = {
  id: 'W'.repeat(64),
  user_id: 'U'.repeat(64),
  company_id: 'C'.repeat(64),
  store_id: 'S'.repeat(64),
  gateway_id: 10,
  gateway_sub_id: 2,
  gateway_sub_name: 'Gateway '.repeat(60),
  gateway_code: '10_2',
  barcode_id: 'B'.repeat(64),
  status: 'paid',
  amount: '999999999.99',
  currency: 'HKD',
  charge: '18888888.88',
  refunded: '111111111.11',
  refund_charge: '-11111111.11',
  net: '888888888.88',
  tips: '111111111.11',
  forex: 1.234567890123,
  paid_at: '2026-11-20 10:31:07',
  can_settle_after: '2026-11-21 10:31:07',
  is_balance_settled: false,
  settled_at: '',
  reference_id: `REF${'9'.repeat(188)}`,
  payer: `${'long.name.'.repeat(20)}@example.org`,
  buyer_id: '8'.repeat(90),
  wallet_type: 'W'.repeat(20),
  extra_parameters: JSON.stringify({ note: 'n'.repeat(400) }),
  custom_id: 'K'.repeat(36),
  refunded_at: '2026-11-20 12:31:07',
  created_at: '2026-11-20 10:31:00',
  updated_at: '2026-11-20 12:31:07',
  _links: [{ rel: 'checkout', href: `https://pay.example/${'p'.repeat(200)}` }],
}

async function misfitsOf(page: Page, screen: string): Promise<readonly string[]> {
  return (await misfits(page, sizes)).map((what) => `${screen} ${what}`)
}

test('the longest values that may come stay inside their boxes, in both windows', async ({ till }) => {
  const { main } = till
  main.service.addOdd(longCode, longRecord)
  main.ends.set(longCode, 'refused')
  Object.assign(main.app, { storeName: longName })
  const page = await till.open()
  await lookUp(page, longCode)
  await expect(receipt(page)).toContainText('HK$999,999,999.99')
  const found = [...(await misfitsOf(page, 'receipt'))]
  await page.getByRole('button', { name: 'More' }).click()
  found.push(...(await misfitsOf(page, 'more')))
  await page.keyboard.press('Escape')
  await lookUp(page, longCode)
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
  for (const code of ['DEMO-LONG', 'DEMO-LONG-WALLET']) {
    await lookUp(page, code)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('region', { name: 'EMV code' })).not.toContainText('Asking')
    found.push(...(await misfitsOf(page, code)))
  }
  expect(found).toEqual([])
})
