/** Lists by keyboard: one Tab stop, arrows through the rows, and the focus back where something was opened. */
import type { Locator, Page } from '@playwright/test'
import { lookUp, pressByHand, refundAll, scan } from '../fixtures/counter'
import { expect, test } from './played/page'

/** Returns the focused row's place, and how many rows are Tab stops. */
async function focusedRow(page: Page, list: string): Promise<readonly [place: number, stops: number]> {
  const rows = await page.getByRole('list', { name: list }).getByRole('button').all()
  const read = (row: Locator) =>
    row.evaluate((each) => [each === document.activeElement, (each as HTMLElement).tabIndex === 0])
  const all = await Promise.all(rows.map(read))
  return [all.findIndex(([focused]) => focused), all.filter(([, stop]) => stop).length]
}

test('Activity’s list is one stop for Tab; arrows, Home and End go through it, and what is closed gives the focus back', async ({
  till,
}) => {
  const page = await till.open()
  for (const code of ['C7719920461', 'DEMO-CENTS', 'DEMO-TIPS']) await refundAll(page, code)
  await page.getByRole('link', { name: /^Activity/ }).click()
  const list = page.getByRole('list', { name: 'Refunds' })
  await expect(list.getByRole('button')).toHaveCount(3)
  await list.getByRole('button').first().focus()
  const places: number[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
    await page.keyboard.press(key)
    const [place, stops] = await focusedRow(page, 'Refunds')
    expect([key, stops]).toEqual([key, 1])
    places.push(place)
  }
  expect(places).toEqual([1, 2, 2, 1, 0, 2])
  // Tab leaves the list and comes back to the same row.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  expect((await focusedRow(page, 'Refunds'))[0]).toBe(-1)
  await page.keyboard.press('Shift+Tab')
  expect((await focusedRow(page, 'Refunds'))[0]).toBe(1)
  await pressByHand(page, 'Enter')
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await expect(evidence).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(evidence).toHaveCount(0)
  expect((await focusedRow(page, 'Refunds'))[0]).toBe(1)
  await pressByHand(page, 'Enter')
  const marker = /R-[0-9A-Z]{10}/.exec((await evidence.textContent()) ?? '')?.[0] ?? 'none'
  await evidence.getByRole('button', { name: 'Copy all for support' }).click()
  await expect(page.getByText(`Copied everything about ${marker}`)).toBeVisible()
  expect(till.main.asked('clipboard:copy').at(-1)?.text).toContain(`${marker}  Refunded`)
  await evidence.getByRole('button', { name: 'Close' }).click()
  expect((await focusedRow(page, 'Refunds'))[0]).toBe(1)
  // A scan from a row is a scan.
  await scan(page, 'DEMO-PART')
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('DEMO-PART')
})

test('the list of recent payments is one stop for Tab, and arrows go through it', async ({ till }) => {
  const page = await till.open()
  for (const code of ['C7719920461', 'DEMO-CENTS', 'DEMO-TIPS']) await lookUp(page, code)
  const rows = page.getByRole('list', { name: 'Recent on this till' }).getByRole('button')
  await rows.first().focus()
  await page.keyboard.press('End')
  expect(await focusedRow(page, 'Recent on this till')).toEqual([2, 1])
  await pressByHand(page, 'Enter')
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('C7719920461')
})
