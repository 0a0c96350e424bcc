/** A staffed till, as its people use it: badges that are scanned, keys, and no mouse. */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { noRules } from '../../src/shared/people/rules'
import {
  ledgerOf,
  outcomeHeading,
  pressByHand,
  refundForm,
  refundPosts,
  scan,
  scanForReceipt,
} from '../fixtures/counter'
import { savePdf } from '../fixtures/pdf'
import { expect, type Till, test, token } from '../fixtures/till'

const example = '483920174462'
const badges = { ann: 'B-55120731', bob: 'B-90417722' }

const people = [
  { name: 'Ms Chan', role: 'manager', pin: '904172' },
  { name: 'Bob', role: 'supervisor', pin: '731846', badge: badges.bob },
  { name: 'Ann', role: 'cashier', badge: badges.ann },
]

/** Everybody is provisioned; a refund above HK$60 takes a second person. */
async function setUp(till: Till) {
  const service = await till.startService()
  const none = { second: null, never: null }
  const money = [{ currency: 'HKD', amount: { second: 60_00, never: null }, cashierSum: none, tillSum: none }]
  const lines = [token, JSON.stringify(people), JSON.stringify({ rules: { ...noRules, money } })]
  await till.provision(service.url, ['--people', '--rules'], lines.map((line) => `${line}\n`).join(''))
  return service
}

const waits = (page: Page) => page.getByRole('heading', { name: 'Who is at the till?' })
const header = (page: Page) => page.getByRole('banner')

/** Goes on with Tab until that has the focus, then presses the key as a hand does. */
async function pressByKeys(page: Page, name: string | RegExp, within = page.locator('body')) {
  const wanted = within.getByRole('button', { name }).or(within.getByRole('link', { name })).first()
  await wanted.waitFor()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(wanted).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0], timeout: 20_000 })
  await pressByHand(page, 'Enter')
}

/** A badge for the second person's yes, and the button, which has the focus then. Enter, which ends a scan, does not press it. */
async function sayYes(page: Page, badge: string): Promise<void> {
  await scan(page, badge)
  await expect(refundForm(page)).toContainText('Badge scanned')
  await expect(refundForm(page).getByRole('button', { name: /^Refund / })).toBeFocused()
  await pressByHand(page, 'Space')
}

test('a shift by keys and badge only', async ({ till }) => {
  const service = await setUp(till)
  const opened = await till.open()
  const { page } = opened
  // Nobody is signed in yet; a badge that is scanned changes that.
  await waits(page).waitFor()
  await scan(page, badges.ann)
  await expect(header(page)).toContainText('Ann')
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
