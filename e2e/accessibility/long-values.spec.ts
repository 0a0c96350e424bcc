import { openConnected } from '../fixtures/connected'
import { pageScrolls } from '../fixtures/controls'
import {
  lookUp,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundForm,
  scan,
  untilCounter,
} from '../fixtures/counter'
import { spills } from '../fixtures/spills'
import { expect, test } from '../fixtures/till'
import { resize, sizes } from '../fixtures/window'
import { longCode, longMessage, startWordyService } from '../fixtures/wordy-service'

const longName = 'The Harbour Road Department Store for Everything, Lower Ground Floor East, Till 3'.slice(
  0,
  80,
)

test('the longest values that may come stay inside their boxes, in both windows', async ({ till }) => {
  test.setTimeout(120_000)
  const service = await startWordyService()
  await till.provision(service.url, [`--store-name=${longName}`])
  const { app, page } = await till.open()
  const found: string[] = []
  const judge = async (screen: string) => {
    for (const size of sizes) {
      await resize(app, page, size)
      const where = `${screen} ${size.width}`
      if (await page.evaluate(pageScrolls)) found.push(`${where}: the page scrolls`)
      found.push(...(await page.evaluate(spills)).map((spill) => `${where}: ${spill}`))
    }
  }
  await untilCounter(page)
  await scan(page, longCode)
  await expect(receipt(page)).toContainText('HK$999,999,999.99')
  await judge('receipt')
  await page.getByRole('button', { name: 'More' }).click()
  await judge('more')
  await page.keyboard.press('Escape')
  await scan(page, longCode)
  await receipt(page).waitFor()
  await page.waitForTimeout(500)
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  await judge('refund')
  await page.keyboard.press('Escape')
  await page.waitForTimeout(500)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Not refunded')
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText(longMessage.slice(0, 300))
  await judge('refused')
  await page.getByRole('link', { name: 'Activity' }).click()
  await page
    .getByText(/^R-[0-9A-Z]{10}$/)
    .first()
    .click()
  await page.getByRole('region', { name: 'Evidence' }).getByText('Refund details').waitFor()
  await judge('evidence')
  await service.close()
  expect(found).toEqual([])
})

test('receipts as long as the interface allows stay inside their boxes under More, in both windows', async ({
  till,
}) => {
  const { app, page } = await openConnected(till)
  const found: string[] = []
  for (const code of ['DEMO-LONG', 'DEMO-LONG-WALLET']) {
    await lookUp(page, code)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('region', { name: 'EMV code' })).not.toContainText('Asking')
    for (const size of sizes) {
      await resize(app, page, size)
      if (await page.evaluate(pageScrolls)) found.push(`${code} ${size.width}: the page scrolls`)
      found.push(...(await page.evaluate(spills)).map((spill) => `${code} ${size.width}: ${spill}`))
    }
  }
  expect(found).toEqual([])
})
