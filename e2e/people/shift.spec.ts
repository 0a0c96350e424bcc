/** A staffed till, as its people use it: badges that are scanned, keys, and no mouse. */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { noRules } from '../../src/shared/people/rules'
import {
  ledgerOf,
  outcomeHeading,
  refundForm,
  refundPosts,
  scan,
  scanForReceipt,
  typeByHand,
} from '../fixtures/counter'
import { savePdf } from '../fixtures/pdf'
import { saveSettings } from '../fixtures/provision'
import { expect, type Opened, type Till, test, token } from '../fixtures/till'

const example = '483920174462'
const badges = { ann: 'B-55120731', bob: 'B-90417722' }
const pin = '904172'

const people = [
  { name: 'Ms Chan', role: 'manager', pin },
  { name: 'Bob', role: 'supervisor', pin: '731846', badge: badges.bob },
  { name: 'Ann', role: 'cashier', badge: badges.ann },
]

/** Everybody is provisioned; a refund above HK$60 takes a second person. */
async function setUp(till: Till) {
  const service = await till.startService()
  await till.provision(service.url, ['--people'], `${token}\n${JSON.stringify(people)}\n`)
  const none = { second: null, never: null }
  const money = [{ currency: 'HKD', amount: { second: 60_00, never: null }, cashierSum: none, tillSum: none }]
  await saveSettings(till.profile, { rules: { ...noRules, money } })
  return service
}

const waits = (page: Page) => page.getByRole('heading', { name: 'Who is at the till?' })
const header = (page: Page) => page.getByRole('banner')

/** Nobody is signed in yet; a badge that is scanned changes that. */
async function openAsAnn(till: Till): Promise<Opened> {
  const opened = await till.open()
  await waits(opened.page).waitFor()
  await scan(opened.page, badges.ann)
  await expect(header(opened.page)).toContainText('Ann')
  return opened
}

/** Goes on with Tab until that has the focus, then presses the key as a hand does. */
async function pressByKeys(page: Page, name: string | RegExp, within = page.locator('body'), key = 'Enter') {
  const wanted = within.getByRole('button', { name }).or(within.getByRole('link', { name })).first()
  await wanted.waitFor()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(wanted).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0], timeout: 20_000 })
  await page.waitForTimeout(300)
  await page.keyboard.press(key)
}

/** A badge for the second person's yes, and the button, which has the focus then. Enter, which ends a scan, does not press it. */
async function sayYes(page: Page, badge: string): Promise<void> {
  await scan(page, badge)
  await expect(refundForm(page)).toContainText('Badge scanned')
  await expect(refundForm(page).getByRole('button', { name: /^Refund / })).toBeFocused()
  await page.waitForTimeout(300)
  await page.keyboard.press('Space')
}

test('a shift by keys and badge only', async ({ till }) => {
  const service = await setUp(till)
  const opened = await openAsAnn(till)
  const { page } = opened
  await scanForReceipt(page, example)
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  await expect(refundForm(page)).toContainText('A second person must allow this refund')
  expect(refundPosts(service)).toBe(0)
  // The cashier's own badge is nobody else's yes.
  await sayYes(page, badges.ann)
  await expect(refundForm(page)).toContainText('This takes a supervisor or a manager')
  expect(refundPosts(service)).toBe(0)
  await sayYes(page, badges.bob)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await expect(page.getByRole('article', { name: 'Refund slip' })).toContainText('Bob')
  await expect(header(page)).toContainText('Ann')
  expect(ledgerOf(service, example)).toMatchObject([{ amountHundredths: 12_050 }])

  await pressByKeys(page, /^Activity/, header(page))
  await pressByKeys(page, 'Close shift')
  const sheet = page.getByRole('region', { name: 'Shift of Ann' })
  await expect(sheet).toContainText('HK$120.50')
  await expect(sheet).toContainText('Bob')
  const paper = await savePdf(opened, path.join(till.documents, 'shift.pdf'))
  expect(paper.text).toMatch(/Shift of Ann.*HK\$120\.50/)
  await pressByKeys(page, 'Done', sheet)
  await expect(waits(page)).toBeVisible()
})

/** Types a PIN that is not the chosen person's, and answers what is said. */
async function tryPin(page: Page, wrong: string): Promise<void> {
  await typeByHand(page, wrong)
  await page.waitForTimeout(300)
  await page.keyboard.press('Enter')
}

test('nobody is signed in after a restart, and wrong tries still count', async ({ till }) => {
  const service = await setUp(till)
  const { page, app } = await openAsAnn(till)
  await pressByKeys(page, 'Lock', header(page))
  await waits(page).waitFor()
  const form = page.getByRole('region', { name: 'Who is at the till?' })
  await expect(form).toContainText('Ann was signed in')
  for (const said of ['The PIN is wrong', 'The PIN is wrong', 'Wait']) {
    await form.getByLabel('PIN', { exact: true }).focus()
    await tryPin(page, '555173')
    await expect(form).toContainText(said)
  }
  await app.close()

  const again = await till.open()
  await waits(again.page).waitFor()
  await scan(again.page, example)
  await expect(again.page.getByRole('article', { name: 'Receipt' })).toHaveCount(0)
  await again.page.getByLabel('PIN', { exact: true }).focus()
  await tryPin(again.page, pin)
  await expect(again.page.getByRole('main')).toContainText('Wait')
  await expect(header(again.page)).not.toContainText('Ms Chan')
  expect(service.requests.filter(({ path: asked }) => asked.includes(example))).toEqual([])
})
