/** What a hurried cashier does between the steps costs no press, text or message. */
import type { Page } from '@playwright/test'
import { fail } from '../../src/shared/base/result'
import {
  confirmByKeys,
  drop,
  fillPart,
  openRefund,
  outcome,
  outcomeHeading,
  pressByHand,
  receipt,
  refundByKeys,
  refundForm,
  scan,
  scanField,
  typeByHand,
} from '../fixtures/counter'
import { pause } from '../fixtures/pause'
import { expect, openReceipt, type Till, test } from './played/page'
import { pin } from './played/played-people'

const example = '483920174462'

async function typeHalfACode(page: Page): Promise<void> {
  await scanField(page).click()
  await typeByHand(page, 'C77')
}

/** Types its other half wherever the focus is, which has to be behind the first. */
async function expectOtherHalfBehind(page: Page): Promise<void> {
  await typeByHand(page, '1992')
  await expect(scanField(page)).toBeFocused()
  await expect(scanField(page)).toHaveValue('C771992')
}

/** Changes what only a manager may. Returns the dialog that asks for one, and its field. */
async function askForManager(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'Till name' }).fill('Pier Side')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  return { dialog, field: dialog.getByLabel('PIN', { exact: true }) }
}

const takeNoList = ({ main }: Till) =>
  main.answer('outage:take-list', ({ name }) =>
    fail({ kind: 'list_not_taken', name, why: 'no_codes', line: 0 }),
  )

test('a finger that goes on tapping presses nothing for 600 ms after an outcome has appeared under it', async ({
  till,
}) => {
  const page = await openReceipt(till, example)
  await openRefund(page)
  await page.keyboard.press('1')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 4000)
  await page.keyboard.press('Control+Enter')
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  const { x = 0, y = 0 } = (await page.getByRole('button', { name: 'Next customer' }).boundingBox()) ?? {}
  for (const passes of [0, 300, 290]) {
    await page.clock.runFor(passes)
    await page.mouse.click(x + 5, y + 5)
    await expect(outcomeHeading(page)).toHaveText('Refunded')
  }
  await page.clock.runFor(20)
  await page.mouse.click(x + 5, y + 5)
  await expect(outcomeHeading(page)).toHaveCount(0)
  expect(till.main.asked('refund:issue').length).toBe(1)
})

test('an outcome that becomes another one leaves the focus in the scan field, and what is typed there', async ({
  till,
}) => {
  till.main.ends.set('DEMO-TIPS', 'unconfirmed')
  const page = await openReceipt(till, 'DEMO-TIPS')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  await typeHalfACode(page)
  for (const attempt of till.main.attempts) till.main.changeAttempt(attempt, { state: 'refunded' })
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await expectOtherHalfBehind(page)
})

test('a press beside everything leaves the idle counter ready for a typed code', async ({ till }) => {
  const page = await till.open()
  await typeByHand(page, '4839')
  await page.mouse.click(500, 560)
  await typeByHand(page, '20174462')
  await expect(scanField(page)).toHaveValue(example)
  await pressByHand(page, 'Enter')
  await expect(receipt(page)).toBeVisible()
})

test('half a code stays in the scan field when the line comes back and what was missed is looked up', async ({
  till,
}) => {
  const page = await till.open()
  till.main.cutLine(true)
  await scan(page, example)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await typeHalfACode(page)
  till.main.cutLine(false)
  await receipt(page).waitFor()
  await expectOtherHalfBehind(page)
})

test('half a code stays in the scan field when the receipt asked for before it comes late', async ({
  till,
}) => {
  const page = await till.open()
  const answer = till.main.hold('lookup:find')
  await scan(page, example)
  await typeByHand(page, 'C77')
  answer()
  await receipt(page).waitFor()
  await expectOtherHalfBehind(page)
})

for (const [form, fill] of [
  ['a full refund', openRefund],
  ['a part refund', fillPart],
] as const) {
  test(`half a code stays in the scan field when the line goes and comes back over the form of ${form}`, async ({
    till,
  }) => {
    const page = await openReceipt(till, example)
    await fill(page)
    await typeHalfACode(page)
    till.main.cutLine(true)
    await expect(refundForm(page)).toContainText('Can’t refund right now')
    till.main.cutLine(false)
    await expect(refundForm(page).getByRole('radio', { name: 'Full refund' })).toBeVisible()
    await expectOtherHalfBehind(page)
  })
}

test('a form whose fields an outage takes away keeps the focus', async ({ till }) => {
  const page = await openReceipt(till, example)
  await openRefund(page)
  till.main.cutLine(true)
  await expect(refundForm(page)).toContainText('Can’t refund right now')
  await expect(refundForm(page)).toBeFocused()
})

test('a message that is closed by a touch leaves half a code, and what is typed after it, in the scan field', async ({
  till,
}) => {
  takeNoList(till)
  const page = await till.open()
  await typeHalfACode(page)
  await drop(page, { name: 'first.csv', text: '' })
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect(page.locator('.notice')).toHaveCount(0)
  await expectOtherHalfBehind(page)
})

test('Confirm on a form that is not whole can be reached by Tab, and leads to what is missing', async ({
  till,
}) => {
  const page = await openReceipt(till, example)
  await page.keyboard.press('r')
  const confirm = page.getByRole('button', { name: 'Refund HK$120.50' })
  await expect(confirm).toBeDisabled()
  await confirm.focus()
  await expect(confirm).toBeFocused()
  await pressByHand(page, 'Space')
  await expect(refundForm(page).getByRole('radio', { name: 'Damaged item' })).toBeFocused()
  await confirmByKeys(page)
  await expect(refundForm(page).locator('.help-wait')).toHaveText('Choose a reason.')
  expect(till.main.asked('refund:issue')).toEqual([])
})

test('messages of what failed cover neither keys nor outcome', async ({ till }) => {
  takeNoList(till)
  const page = await till.open()
  for (const name of ['first.csv', 'second.csv']) await drop(page, { name, text: '' })
  await expect(page.locator('.notice-rows .notice')).toHaveText([/first\.csv/, /second\.csv/])
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
})

test('the form of a refund has the focus again after a look at another place', async ({ till }) => {
  // A status that asks for a tick before everything else.
  till.main.service.addOdd('ODD-STATUS', { status: 'held' })
  const page = await openReceipt(till, 'ODD-STATUS')
  await openRefund(page)
  await refundForm(page).getByRole('checkbox').check()
  for (const key of ['/', 'Escape']) await pressByHand(page, key)
  await expect(refundForm(page).getByRole('checkbox')).toBeChecked()
  await expect(refundForm(page).getByRole('radio', { name: 'Full refund' })).toBeFocused()
})

test('a dialog in which something was typed survives a touch beside it and a scan', async ({ till }) => {
  const page = await till.open()
  const { dialog, field } = await askForManager(page)
  await field.fill('half a word')
  await page.mouse.click(5, 5)
  await scan(page, example)
  // Behind the dialog nothing is read out, and little seen.
  await expect(dialog.locator('.notice')).toContainText('Scan ignored')
  await expect(field).toHaveValue('half a word')
  await expect(receipt(page)).toHaveCount(0)
  await expect(page.locator('.notice')).toHaveCount(1)
})

test('the focus stays beside a button that goes, or is disabled, once it was pressed by a key', async ({
  till,
}) => {
  const page = await openReceipt(till, example)
  await refundByKeys(page)
  await pause(page, 800)
  await outcome(page).getByRole('button', { name: 'Print slip' }).focus()
  for (const attempt of till.main.attempts) till.main.changeAttempt(attempt, { slips: 1 })
  await expect(outcome(page).getByRole('button', { name: 'Print slip' })).toHaveCount(0)
  await expect(outcome(page)).toBeFocused()
  const { dialog, field } = await askForManager(page)
  await field.fill('111111')
  await dialog.getByRole('button', { name: 'Unlock' }).focus()
  await pressByHand(page, 'Space')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
})

test('a dialog in which nobody typed is closed by a scan that lands in its field', async ({ till }) => {
  const page = await till.open()
  const { dialog, field } = await askForManager(page)
  await field.focus()
  await scan(page, example)
  await expect(receipt(page)).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('what a supervisor sent before closing its dialog is told, and closes no other dialog', async ({
  till,
}) => {
  const markers = [example, 'DEMO-TIPS'].map(
    (code) => till.main.addAttempt(code, { state: 'unconfirmed' }, 1000).intent.marker,
  )
  const page = await till.open()
  await page.getByRole('link', { name: 'Activity' }).click()
  const dialog = page.getByRole('dialog')
  const decideAndClose = async (marker: string | undefined) => {
    await page.locator(`[id="${marker}"]`).click()
    await page.getByRole('button', { name: 'Record outcome' }).click()
    await dialog.getByRole('radio', { name: 'Not refunded' }).click()
    await scan(page, 'DEMO-OTHER')
    await dialog.getByLabel('What the portal shows').fill('Nothing')
    await dialog.getByLabel('Reason').fill('It says so')
    await dialog.getByLabel('PIN', { exact: true }).fill(pin)
    const release = till.main.hold('activity:decide')
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return release
  }
  const take = await decideAndClose(markers[0])
  await page.keyboard.press('?')
  await dialog.waitFor()
  take()
  await expect(page.locator('.notice')).toContainText('Decision saved')
  await expect(dialog).toHaveCount(1)
  await page.keyboard.press('Escape')
  till.main.answer('activity:decide', () => fail({ kind: 'decision_too_early', waitSeconds: 60 }))
  const refuse = await decideAndClose(markers[1])
  refuse()
  await expect(page.locator('.notice-rows .notice')).toContainText('It is too early to say “not refunded”')
})

test('what a new record took over is shown also where its dialog was closed while it was made', async ({
  till,
}) => {
  Object.assign(till.main.app, { refunds: { on: false, why: 'journal_damaged', replaceable: 'person' } })
  const page = await till.open()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Start a new record' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('PIN', { exact: true }).fill(pin)
  await dialog.getByLabel('What you found').fill('The disk was changed')
  const begun = till.main.hold('journal:begin')
  await dialog.getByRole('button', { name: 'Start a new record' }).click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  till.main.change({ refunds: { on: true } })
  await page.getByRole('link', { name: 'Counter' }).click()
  begun()
  await expect(dialog).toContainText('Nothing is missing')
})
