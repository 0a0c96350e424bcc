import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { controlsOf, cutOff, pageScrolls } from '../fixtures/controls'
import { outcomeHeading, receipt, refundByKeys, refundForm, scan, untilCounter } from '../fixtures/counter'
import { expect, test } from './page'

async function showReceipt(page: Page): Promise<void> {
  await untilCounter(page)
  await scan(page, '483920174462')
  await expect.poll(() => page.evaluate(() => window.played.codesAsked())).toEqual(['483920174462'])
  await page.evaluate(() => window.played.find())
  await expect(receipt(page)).toContainText('483920174462')
}

test('a scan is looked up once, and the receipt stands on the paper', async ({ counter }) => {
  await showReceipt(counter)
  await expect(receipt(counter)).toContainText('120.50')
})

test('a refund by keys alone asks main once, for the whole amount, and shows how it ended', async ({
  counter,
}) => {
  await showReceipt(counter)
  await refundByKeys(counter)
  await expect
    .poll(() => counter.evaluate(() => window.played.amountsAsked()))
    .toEqual([{ hundredths: 12050, currency: 'HKD' }])
  await counter.evaluate(() => window.played.refund())
  await expect(outcomeHeading(counter)).toContainText('Refunded')
})

test('plain Enter sends no refund', async ({ counter }) => {
  await showReceipt(counter)
  await counter.keyboard.press('r')
  await refundForm(counter).waitFor()
  await counter.keyboard.press('1')
  // Right after another key it would be a scanner's.
  await counter.waitForTimeout(200)
  await counter.keyboard.press('Enter')
  await expect(refundForm(counter)).toBeVisible()
  expect(await counter.evaluate(() => window.played.amountsAsked())).toEqual([])
})

test('every place is whole in the window, and axe finds nothing serious on it', async ({ counter }) => {
  await showReceipt(counter)
  const found: string[] = []
  for (const place of ['Counter', 'Activity', 'Search', 'Settings']) {
    await counter.getByRole('link', { name: place }).click()
    await expect(counter.getByRole('link', { name: place })).toHaveAttribute('aria-current', 'page')
    if (await counter.evaluate(pageScrolls)) found.push(`${place} scrolls`)
    found.push(...(await counter.evaluate(cutOff)).map((control) => `${place}: cut off: ${control}`))
    expect((await counter.evaluate(controlsOf)).length).toBeGreaterThan(4)
    const { violations } = await new AxeBuilder({ page: counter }).analyze()
    const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    found.push(
      ...bad.map(({ id, nodes }) => `${place}: ${id} at ${nodes.map(({ target }) => target).join(' ')}`),
    )
  }
  expect(found).toEqual([])
})
