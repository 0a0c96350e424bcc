/** What a hand does at the counter beside scanning: keypad, copying, other kinds of code, larger letters. */

import type { ElectronApplication } from '@playwright/test'
import { internalError } from '../../src/practice/scripts'
import { openConnected } from '../fixtures/connected'
import {
  confirmByKeys,
  ledgerOf,
  lookUp,
  outcomeHeading,
  receipt,
  refundForm,
  scan,
} from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const example = '483920174462'

test('the keypad, which is there for a touch screen alone, writes the amount and takes it back', async ({
  till,
}) => {
  const { page } = await openConnected(till)
  await lookUp(page, example)
  await page.keyboard.press('r')
  await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
  const keypad = refundForm(page).getByRole('group', { name: 'Keypad' })
  await expect(keypad).toHaveCount(0)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  for (const key of ['2', '0', 'Point', '2', '5', '5']) {
    await keypad.getByRole('button', { name: key, exact: true }).click()
  }
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await expect(amount).toHaveValue('20.25')
  for (let times = 0; times < 3; times += 1) await keypad.getByRole('button', { name: 'Erase' }).click()
  await expect(amount).toHaveValue('20')
})

test('a reason’s digit that lands in the amount is asked about, and Enter ends an amount', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await page.setViewportSize({ width: 1024, height: 700 })
  await lookUp(page, example)
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  for (const key of ['a', '1', '2', 'Alt+2']) {
    await page.waitForTimeout(200)
    await page.keyboard.press(key)
  }
  await expect(amount).toHaveValue('12')
  await confirmByKeys(page)
  await expect(refundForm(page)).toContainText('Refund HK$12.00? Press')
  await expect(refundForm(page).getByRole('radio', { name: 'Wrong item' })).toBeFocused()
  await amount.fill('')
  for (const key of ['1', 'Enter', '6']) {
    await page.waitForTimeout(200)
    await page.keyboard.press(key)
  }
  await expect(amount).toHaveValue('1.00')
  const words = page.getByRole('textbox', { name: 'Other reason' })
  await expect(words).toBeFocused()
  await expect(words).toBeInViewport({ ratio: 1 })
  await page.keyboard.type('Torn', { delay: 200 })
  await confirmByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect(ledgerOf(service, example).map(({ amountHundredths }) => amountHundredths)).toEqual([100])
})

test('an amount that is put in whole, and a reason that is pressed, need no question', async ({ till }) => {
  const { page, service } = await openConnected(till)
  await lookUp(page, example)
  await page.keyboard.press('r')
  await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('5')
  await refundForm(page).getByRole('radio', { name: 'Changed mind' }).click()
  await confirmByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect(ledgerOf(service, example).map(({ amountHundredths }) => amountHundredths)).toEqual([500])
})

test('a press copies a code of the receipt, and says so', async ({ till }) => {
  const { app, page } = await openConnected(till)
  await lookUp(page, example)
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'))
  await receipt(page).getByRole('button', { name: 'Copy Transaction ID' }).click()
  await expect(page.locator('.notice')).toContainText(`Copied ${example}`)
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(example)
})

test('after a failure the code can be tried as another kind, and only as that', async ({ till }) => {
  const { page, service } = await openConnected(till)
  await lookUp(page, example)
  service.ledger.addTransaction({ custom_id: 'BROKEN' })
  service.script('BROKEN', { show: { answer: internalError } })
  await scan(page, 'BROKEN')
  const missed = page.getByRole('region', { name: 'No receipt' })
  await expect(missed).toContainText('BROKEN')
  const asked = service.requests.length
  await missed.getByRole('button', { name: 'Look up as custom ID' }).click()
  await expect.poll(() => service.requests.length).toBe(asked + 1)
  expect(JSON.stringify(service.requests.at(-1))).toContain('custom_id')
})

const zoomOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel())

/** As the window system hands a key over: Playwright's keys go to the page, past what the window itself does with one. */
const pressWithControl = (app: ElectronApplication, keyCode: string) =>
  app.evaluate(({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    for (const type of ['keyDown', 'keyUp'] as const) {
      contents?.sendInputEvent({ type, keyCode: code, modifiers: ['control'] })
    }
  }, keyCode)

test('Ctrl with plus, minus and 0 makes everything larger, smaller and as it was', async ({ till }) => {
  const { app, page } = await openConnected(till)
  await lookUp(page, example)
  for (const [keyCode, level] of [
    ['=', 0.5],
    ['+', 1],
    ['-', 0.5],
    ['0', 0],
    ['-', -0.5],
  ] as const) {
    await pressWithControl(app, keyCode)
    await expect.poll(() => zoomOf(app), `Ctrl ${keyCode}`).toBe(level)
  }
})
