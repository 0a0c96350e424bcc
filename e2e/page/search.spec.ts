/** Searching the saved copies by keyboard, with and without the service. */
import type { Page } from '@playwright/test'
import { lookUp, pressByHand, receipt, scan, typeByHand, untilCounter } from '../fixtures/counter'
import { pause } from '../fixtures/pause'
import { expect, test } from './played/page'

const example = { transaction: '483920174462', custom: 'C7719920461', amount: 'HK$120.50' }

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search saved receipts' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Saved receipts' })
const matches = (page: Page) => list(page).getByRole('option')

/** Types at a person's pace: a scanner's would be a scan. */
async function search(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
}

/** Saves the three codes of the tests below. */
async function saveSome(page: Page): Promise<void> {
  for (const code of [example.transaction, 'DEMO-TIPS', 'DEMO-PART']) await lookUp(page, code)
}

/** `/` works outside text fields and in the empty scan field. */
async function goToSearch(page: Page): Promise<void> {
  await pressByHand(page, '/')
  await field(page).waitFor()
}

test('a match is opened by keys alone, and offline it is the saved copy', async ({ till }) => {
  const page = await till.open()
  await untilCounter(page)
  await saveSome(page)
  till.main.service.reached = false
  await goToSearch(page)
  await typeByHand(page, 'c771')
  await expect(matches(page)).toHaveCount(1)
  await pressByHand(page, 'Enter')
  await expect(receipt(page)).toContainText(/Saved copy · (\d+ \w+, )?\d\d:\d\d/)
  await expect(receipt(page)).toContainText(example.transaction)

  // Coming back, the text is still there; the list has its own keys.
  await goToSearch(page)
  await expect(field(page)).toHaveValue('c771')
  await search(page, '')
  await expect(matches(page)).toHaveCount(3)
  const newest = await matches(page).allTextContents()
  await page.keyboard.press('Tab')
  await expect(list(page)).toBeFocused()
  for (const [key, place] of [
    ['End', 2],
    ['ArrowUp', 1],
    ['Home', 0],
    ['PageDown', 2],
    ['ArrowUp', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect(matches(page).nth(place)).toHaveAttribute('aria-selected', 'true')
  }
  const code = /\d{12}/.exec(newest[1] ?? '')?.[0] ?? 'none'
  await pressByHand(page, 'Enter')
  await expect(receipt(page)).toContainText(code)
  await expect(receipt(page)).toContainText(/Saved copy · (\d+ \w+, )?\d\d:\d\d/)
})

test('a scan into the search field is a lookup, and the field keeps its text', async ({ till }) => {
  const page = await till.open()
  await untilCounter(page)
  await goToSearch(page)
  await expect(page.getByRole('heading', { name: 'No receipt is saved on this till yet.' })).toBeVisible()
  await typeByHand(page, '77')
  await pause(page, 500)
  await scan(page, example.transaction)
  await expect(receipt(page)).toContainText(example.transaction)
  await goToSearch(page)
  await expect(field(page)).toHaveValue('77')
  await expect(matches(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(receipt(page)).toContainText(example.transaction)
})
