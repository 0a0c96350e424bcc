import { lookUp, outcome, outcomeHeading, refundByKeys, scan, scanField } from '../fixtures/counter'
import { expect, test } from './played/page'

test('a refund no. from a slip, scanned or typed, opens that refund', async ({ till }) => {
  const page = await till.open()
  await lookUp(page, 'C7719920461')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  const marker = /R-[0-9A-Z]{10}/.exec((await outcome(page).textContent()) ?? '')?.[0] ?? 'none'
  await scan(page, marker)
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(marker)
  await page.getByRole('link', { name: 'Counter' }).click()
  await page.keyboard.press('Escape')
  await scanField(page).fill(marker.toLowerCase())
  await scanField(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
})
