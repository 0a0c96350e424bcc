/** What a tired or hurried cashier does between the steps: nothing of it costs a press, a word or a message. */
import type { Page } from '@playwright/test'
import { openConnected } from '../fixtures/connected'
import {
  confirmByKeys,
  ledgerOf,
  lookUp,
  outcome,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundForm,
  refundPosts,
  scan,
  scanField,
} from '../fixtures/counter'
import { drop } from '../fixtures/outage'
import { expect, test } from '../fixtures/till'

const example = '483920174462'

async function fillPart(page: Page): Promise<void> {
  await page.keyboard.press('r')
  await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('20.25')
  await page.keyboard.press('Alt+2')
}

async function middleOf(page: Page, name: string): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.getByRole('button', { name }).boundingBox()
  if (box === null) throw new Error(`${name} is not there`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Notes when an outcome’s buttons come and go, on the page’s own clock, in milliseconds. */
async function noteButtons(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const times: number[] = []
    const watched = window as unknown as { buttonTimes: number[] }
    watched.buttonTimes = times
    new MutationObserver(() => {
      const there = document.querySelector('.outcome-foot') !== null
      if (there !== (times.length % 2 === 1)) times.push(performance.now())
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { buttonTimes: number[] }).buttonTimes)
}

test('a finger that goes on tapping presses nothing for 600 ms after an outcome has appeared under it', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await lookUp(page, 'DEMO-TIPS')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  const { x, y } = await middleOf(page, 'Next customer')
  await lookUp(page, example)
  const times = await noteButtons(page)
  await refundByKeys(page)
  await expect(async () => {
    await page.mouse.click(x, y)
    expect((await times()).length).toBe(2)
  }).toPass({ intervals: [30], timeout: 20_000 })
  const [came = 0, went = 0] = await times()
  expect(went - came).toBeGreaterThanOrEqual(590)
  expect([refundPosts(service), ledgerOf(service, example).length]).toEqual([2, 1])
  await expect(scanField(page)).toBeVisible()
})

test('Try again keeps amount and reason, and opens the form when the line is back', async ({ till }) => {
  const service = await till.startService()
  const line = await till.startLine(service)
  await till.provision(line.url)
  const { page } = await till.open()
  await lookUp(page, example)
  await fillPart(page)
  line.endAfterNext()
  await confirmByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Not sent')
  await outcome(page).getByRole('button', { name: 'Try again' }).click()
  await expect(receipt(page)).toContainText('Saved copy')
  await line.mend()
  await refundForm(page).waitFor({ timeout: 40_000 })
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('20.25')
  await expect(refundForm(page).getByRole('radio', { name: 'Wrong item' })).toBeChecked()
  await confirmByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect(ledgerOf(service, example).map(({ amountHundredths }) => amountHundredths)).toEqual([2025])
})

test('Esc and R bring back what was filled in', async ({ till }) => {
  const { page } = await openConnected(till)
  await lookUp(page, example)
  await fillPart(page)
  await page.keyboard.press('Escape')
  await expect(receipt(page)).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('20.25')
})

test('an outcome that becomes another one leaves the focus in the scan field, and what is typed there', async ({
  till,
}) => {
  const { page } = await openConnected(till)
  await lookUp(page, 'PRACTICE-DROP-AFTER')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  await scanField(page).click()
  await page.keyboard.type('C77', { delay: 250 })
  await expect(outcomeHeading(page)).toHaveText('Refunded', { timeout: 20_000 })
  await page.keyboard.type('1992', { delay: 250 })
  await expect(scanField(page)).toBeFocused()
  await expect(scanField(page)).toHaveValue('C771992')
})

test('Confirm on a form that is not whole can be reached by Tab, and leads to what is missing', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await lookUp(page, example)
  await page.keyboard.press('r')
  const confirm = page.getByRole('button', { name: 'Refund HK$120.50' })
  await expect(confirm).toBeDisabled()
  await confirm.focus()
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Space')
  await expect(refundForm(page).getByRole('radio', { name: 'Damaged item' })).toBeFocused()
  await confirmByKeys(page)
  await expect(refundForm(page).locator('.help-wait')).toHaveText('Choose a reason.')
  expect(refundPosts(service)).toBe(0)
})

test('messages of what failed cover neither keys nor outcome, Esc closes them, and the next receipt does', async ({
  till,
}) => {
  const { page } = await openConnected(till)
  for (const name of ['first.csv', 'second.csv']) await drop(page, [{ name, text: '' }])
  const staying = page.locator('.notice-rows .notice')
  await expect(staying).toHaveText([/first\.csv/, /second\.csv/])
  const overlaps = await page.evaluate(() => {
    const boxOf = (part: string) => document.querySelector(part)?.getBoundingClientRect()
    const rows = boxOf('.notice-rows')
    return ['.header', '.counter > :last-child', '.footer'].map((part) => {
      const box = boxOf(part)
      if (box === undefined || rows === undefined) return part
      const beside = box.left >= rows.right || box.right <= rows.left
      return beside || box.top >= rows.bottom || box.bottom <= rows.top ? null : part
    })
  })
  expect(overlaps).toEqual([null, null, null])
  await page.keyboard.press('Escape')
  await expect(staying).toHaveText([/first\.csv/])
  await lookUp(page, example)
  await expect(staying).toHaveCount(0)
})

test('a dialog in which something was typed survives a touch beside it and a scan', async ({ till }) => {
  const { page } = await openConnected(till)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'Store name' }).fill('Pier Side')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox').or(dialog.locator('input')).first()
  await field.fill('half a word')
  await page.mouse.click(5, 5)
  await scan(page, example)
  await expect(page.locator('.notice')).toContainText('Scan ignored')
  await expect(field).toHaveValue('half a word')
  await expect(receipt(page)).toHaveCount(0)
})
