/** Errors while drawing are caught where they happen, and a refund in flight stays in sight. */
import type { Locator, Page } from '@playwright/test'
import { breakDrawing, breakMoney } from '../fixtures/broken-drawing'
import {
  confirmByKeys,
  lookUp,
  openRefund,
  outcome,
  outcomeHeading,
  receipt,
  refundByKeys,
  scan,
  scanField,
} from '../fixtures/counter'
import { pause } from '../fixtures/pause'
import { expect, openCounter, openReceipt, type Till, test } from './played/page'
import { welcoming } from './played/played-main'

const example = '483920174462'
const sending = (page: Page) => page.getByRole('region', { name: 'Sending' })
const failed = (within: Page | Locator) =>
  within.getByRole('alert').filter({ hasText: 'This can’t be shown' })
const again = (page: Page) => page.getByRole('button', { name: 'Try again' })
const follow = (page: Page, place: string) => page.getByRole('link', { name: place }).click()

// React logs what it caught, as intended here.
test.afterEach(({ till }) => {
  const others = till.takeComplaints().filter((said) => !said.includes('broken on purpose'))
  expect(others.filter((said) => !said.includes('The above error occurred'))).toEqual([])
})

async function openUnconfirmed(till: Till): Promise<Page> {
  till.main.ends.set('DEMO-TIPS', 'unconfirmed')
  const page = await openReceipt(till, 'DEMO-TIPS')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  return page
}

/** A refund ready to confirm. Its answer waits for `end`; `named` gives it its number once sent. */
async function openSlow(till: Till) {
  const { main } = till
  const end = main.hold('refund:issue')
  const page = await openReceipt(till, example)
  await openRefund(page)
  await page.keyboard.press('1')
  const named = () => main.changeAttempt(main.addAttempt(example, { state: 'sending' }), {})
  return { page, end, named, sent: () => main.asked('refund:issue').length }
}

test('the panel of a refund that is being sent cannot be drawn: it stays in sight, and so does its outcome', async ({
  till,
}) => {
  const { page, end, sent, named } = await openSlow(till)
  const broken = await breakDrawing(page, 'sending-steps')
  await confirmByKeys(page)
  await expect(sending(page)).toContainText('Do not refund it again')
  await expect(sending(page)).toContainText('HK$120.50')
  named()
  await expect(sending(page)).toContainText(/R-[0-9A-Z]{10}/)
  await expect(page.getByRole('button', { name: 'Next customer' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Load the window again' })).toHaveCount(0)
  end()
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await broken.mend()
  expect(sent()).toBe(1)
})

test('not even amounts can be written: the refund is named in plain digits, while it is sent and afterwards', async ({
  till,
}) => {
  const { page, end } = await openSlow(till)
  const broken = await breakMoney(page)
  await confirmByKeys(page)
  await expect(sending(page)).toContainText('HKD 120.50')
  await expect(sending(page)).toContainText('Do not refund it again')
  end()
  await expect(outcomeHeading(page)).toContainText('Refunded')
  await expect(outcome(page)).toContainText('HKD 120.50')
  await broken.mend()
  await page.locator('.panel').getByRole('button', { name: 'Try again' }).click()
  await expect(outcome(page)).toContainText('Refunded HK$120.50')
})

test('a refund without an answer says not to refund again, also where another place fails', async ({
  till,
}) => {
  const page = await openUnconfirmed(till)
  await breakDrawing(page, 'activity')
  await follow(page, 'Activity')
  await expect(failed(page)).toBeVisible()
  await expect(outcome(page)).toContainText('Do not refund on any till')
  await expect(outcome(page)).toContainText(/R-[0-9A-Z]{10}/)
})

test('the whole window fails while a refund is being sent: it says so, and comes back with the outcome', async ({
  till,
}) => {
  const { page, end, sent } = await openSlow(till)
  // The counter around its three columns.
  await breakDrawing(page, 'sending', 'data-at')
  await confirmByKeys(page)
  await expect(failed(page)).toBeVisible()
  await expect(sending(page)).toContainText('HK$120.50')
  await expect(sending(page)).toContainText('Do not refund it again')
  await expect(page.getByRole('button', { name: 'Back to the counter' })).toHaveCount(0)
  end()
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(sent()).toBe(1)
})

test('a receipt that cannot be drawn is said, written to the log, and replaced by the next scan', async ({
  till,
}) => {
  const page = await openCounter(till)
  const broken = await breakDrawing(page, 'paper-amount')
  await scan(page, 'C7719920461')
  await expect(failed(page)).toContainText(/In the log under E-[0-9A-F]{6}/)
  expect(till.main.asked('window:report-error')).toEqual([
    { place: 'paper-place', message: expect.stringContaining('broken on purpose: paper-amount') },
  ])
  await broken.mend()
  await pause(page, 600)
  await scan(page, example)
  await expect(receipt(page)).toContainText('HK$120.50')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('each place fails for itself, can be tried again and left, and a scan leaves it too', async ({
  till,
}) => {
  const page = await openCounter(till)
  for (const name of ['Activity', 'Search', 'Settings']) {
    const broken = await breakDrawing(page, name.toLowerCase())
    await follow(page, name)
    await expect(failed(page)).toBeVisible()
    await again(page).click()
    await expect(failed(page)).toBeVisible()
    await page.getByRole('button', { name: 'Back to the counter' }).click()
    await expect(scanField(page), name).toBeVisible()
    await follow(page, name)
    await expect(failed(page)).toBeVisible()
    await pause(page, 600)
    await scan(page, example)
    await expect(receipt(page), name).toContainText('HK$120.50')
    await broken.mend()
    await follow(page, name)
    await expect(failed(page)).toHaveCount(0)
    await expect(page.locator(`main.${name.toLowerCase()}`)).toBeVisible()
    await follow(page, 'Counter')
  }
})

/** The Refund button draws a key, too, so several parts may fail. */
async function drawAllAgain(page: Page): Promise<void> {
  await expect(async () => {
    // A part that is being redrawn may still count.
    if ((await again(page).count()) > 0) await again(page).first().click({ timeout: 1000 })
    await expect(again(page)).toHaveCount(0, { timeout: 1000 })
  }).toPass()
}

test('a column, the bars and a dialog fail for themselves, and the rest of the counter goes on', async ({
  till,
}) => {
  const page = await openReceipt(till, example)
  for (const [className, part] of [
    ['scan-bar', '.scan-column'],
    ['refundable', '.panel'],
    ['key-cap', '.frame'],
  ] as const) {
    const broken = await breakDrawing(page, className)
    await pause(page, 600)
    await follow(page, 'Settings')
    await page.locator('main.settings').waitFor()
    await scan(page, example)
    await expect(failed(page.locator(part)).last()).toBeVisible()
    await expect(receipt(page)).toContainText('HK$120.50')
    await broken.mend()
    await drawAllAgain(page)
    await expect(failed(page)).toHaveCount(0)
  }
  const dialog = await breakDrawing(page, 'key-groups')
  await page.locator('main').click({ position: { x: 5, y: 5 } })
  await pause(page, 600)
  await page.keyboard.press('?')
  await expect(failed(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(failed(page)).toHaveCount(0)
  await expect(receipt(page)).toContainText('HK$120.50')
  await dialog.mend()
})

test('the welcome can fail and be tried again', async ({ till }) => {
  Object.assign(till.main.app, welcoming)
  const page = await till.open({ counter: 'none' })
  await page.getByRole('heading', { name: 'Welcome to Tillside' }).waitFor()
  const broken = await breakDrawing(page, 'welcome')
  await follow(page, 'Settings')
  await page.locator('main.settings').waitFor()
  await follow(page, 'Counter')
  await expect(failed(page)).toBeVisible()
  await broken.mend()
  await again(page).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Tillside' })).toBeVisible()
})

test('what cannot be laid out for paper is said, and prints nothing', async ({ till }) => {
  const page = await openReceipt(till, example)
  const broken = await breakDrawing(page, 'print-sheet')
  await page.keyboard.press('p')
  await expect(page.locator('.notice')).toContainText('couldn’t be laid out for paper')
  await broken.mend()
})

test('the window can be loaded again from a failure, and nothing is lost', async ({ till }) => {
  const page = await openCounter(till)
  await breakDrawing(page, 'settings')
  await follow(page, 'Settings')
  await failed(page).waitFor()
  await page.getByRole('button', { name: 'Load the window again' }).click()
  await expect.poll(() => till.main.asked('window:reload').length).toBe(1)
  await page.reload()
  await expect(scanField(page)).toBeVisible()
  await lookUp(page, example)
  await follow(page, 'Settings')
  await expect(page.locator('main.settings')).toBeVisible()
})

test('when no element can be made any more, words stand in the window', async ({ till }) => {
  const page = await openUnconfirmed(till)
  await page.evaluate(() => {
    document.createElement = () => {
      throw new Error('broken on purpose: createElement')
    }
  })
  await follow(page, 'Activity')
  await expect(page.locator('#app')).toContainText('Do not refund on any till and do not pay cash')
  await expect(page.locator('#app')).toContainText('£486.00')
})
