import type { Page } from '@playwright/test'
import { lookUp, pressByHand, receipt, typeByHand } from '../fixtures/counter'
import { expect, openCounter, test } from './played/page'

const example = { transaction: '483920174462', custom: 'C7719920461' }

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search saved receipts' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Saved receipts' })
const matches = (page: Page) => list(page).getByRole('option')

/** `/` works outside text fields and in the empty scan field. */
async function goToSearch(page: Page): Promise<void> {
  await pressByHand(page, '/')
  await field(page).waitFor()
}

test('a match is opened by keys alone, and offline it is the saved copy', async ({ till }) => {
  const page = await openCounter(till)
  for (const code of [example.transaction, 'DEMO-TIPS', 'DEMO-PART']) await lookUp(page, code)
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
  await field(page).fill('')
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

test('a search that fails says so in place of what was found before', async ({ till }) => {
  const page = await openCounter(till)
  await lookUp(page, example.transaction)
  await goToSearch(page)
  await expect(matches(page)).toHaveCount(1)
  const detail = 'the keychain did not answer'
  till.main.answer('copies:search', () => ({ ok: false, fault: { kind: 'copies_not_searchable', detail } }))
  await typeByHand(page, '4')
  const main = page.getByRole('main')
  await expect(main).toContainText('Saved receipts can’t be searched right now')
  await expect(main).toContainText(detail)
  await expect(list(page)).toHaveCount(0)
})
