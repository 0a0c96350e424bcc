/** Finding again what this till has saved: by keys alone, with and without the service. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openConnected } from '../fixtures/connected'
import { lookUp, receipt, scan, untilCounter } from '../fixtures/counter'
import { filesBelow } from '../fixtures/profile'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, test } from '../fixtures/till'

const example = { transaction: '483920174462', custom: 'C7719920461', amount: 'HK$120.50' }

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search saved receipts' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Saved receipts' })
const matches = (page: Page) => list(page).getByRole('option')

/** Types as a person does: a scanner's pace would make it a scan. */
async function search(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
}

/** The three codes that the tests below know, saved by looking them up. */
async function saveSome(page: Page): Promise<void> {
  for (const code of [example.transaction, 'DEMO-TIPS', 'DEMO-PART']) await lookUp(page, code)
}

/** `/` works wherever no text is being typed, and in the empty scan field. */
async function goToSearch(page: Page): Promise<void> {
  await page.waitForTimeout(500)
  await page.keyboard.press('/')
  await field(page).waitFor()
}

test('what was looked up is found by part of a code, amount, day, gateway and status', async ({ till }) => {
  const { page, service } = await openConnected(till)
  await saveSome(page)
  await goToSearch(page)
  await expect(page.getByText(/^3 receipts saved/)).toBeVisible()
  await expect(matches(page)).toHaveCount(3)
  const facts = service.ledger.find(example.transaction, 'transaction_id')?.facts
  const day = facts?.paid_at.slice(0, 10) ?? ''
  for (const typed of ['2017', '7719', facts?.id.slice(9, 18) ?? '', '120.5', 'HK$120.50', `eftpos ${day}`]) {
    await search(page, typed)
    await expect(matches(page)).toHaveCount(1)
    await expect(matches(page)).toContainText(example.transaction)
    await expect(matches(page)).toContainText(example.amount)
  }
  await search(page, 'part')
  await expect(matches(page)).toHaveCount(1)
  await expect(matches(page)).toContainText('Partly refunded')
  await search(page, 'no such thing')
  await expect(page.getByRole('heading', { name: 'No saved receipt matches.' })).toBeVisible()
  await expect(list(page)).toHaveCount(0)
})

test('a match is opened by keys alone, and offline it is the saved copy', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url)
  const first = await till.open()
  await saveSome(first.page)
  await first.app.close()
  await service.stop()

  const { page } = await till.open()
  await untilCounter(page)
  await goToSearch(page)
  await page.keyboard.type('hk$120', { delay: 200 })
  await expect(matches(page)).toHaveCount(1)
  await page.waitForTimeout(500)
  await page.keyboard.press('Enter')
  await expect(receipt(page)).toContainText(/Saved copy · \d\d:\d\d/)
  await expect(receipt(page)).toContainText(example.transaction)

  // Back again: what was typed is still there; the list has keys of its own.
  await goToSearch(page)
  await expect(field(page)).toHaveValue('hk$120')
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
  await page.waitForTimeout(500)
  await page.keyboard.press('Enter')
  await expect(receipt(page)).toContainText(code)
  await expect(receipt(page)).toContainText(/Saved copy · \d\d:\d\d/)
})

test('a scan into the search field is a lookup, and the field keeps its text', async ({ till }) => {
  const { page } = await openConnected(till)
  await untilCounter(page)
  await goToSearch(page)
  await expect(page.getByRole('heading', { name: 'No receipt is saved on this till yet.' })).toBeVisible()
  await page.keyboard.type('77', { delay: 200 })
  await page.waitForTimeout(500)
  await scan(page, example.transaction)
  await expect(receipt(page)).toContainText(example.transaction)
  await goToSearch(page)
  await expect(field(page)).toHaveValue('77')
  await expect(matches(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(receipt(page)).toContainText(example.transaction)
})

test('nothing that was searched lies in the profile in clear, and forgetting leaves nothing of it', async ({
  till,
}) => {
  const { app, page, service } = await openConnected(till)
  await saveSome(page)
  await goToSearch(page)
  await expect(matches(page)).toHaveCount(3)
  const id = service.ledger.find(example.transaction, 'transaction_id')?.facts.id ?? ''
  const clear = [example.transaction, example.custom, example.custom.toLowerCase(), id]
  const inClear = () =>
    filesBelow(till.profile).filter((file) =>
      clear.some((text) => readFileSync(file, 'latin1').includes(text)),
    )
  expect(inClear()).toEqual([])

  await beginSupervisor(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete all saved receipts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all saved receipts' }).click()
  await expect(page.getByText('Saved receipts deleted')).toBeVisible()
  await page.getByRole('link', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'No receipt is saved on this till yet.' })).toBeVisible()
  await app.close()
  expect(inClear()).toEqual([])
})
