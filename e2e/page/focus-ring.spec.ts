import type { Page } from '@playwright/test'
import { lookUp, pressByHand, receipt } from '../fixtures/counter'
import { pause } from '../fixtures/pause'
import { expect, test } from './played/page'

const ring = (page: Page) => receipt(page).evaluate((paper) => getComputedStyle(paper).boxShadow)

test('the sheet that has the focus shows a ring to those who go by Tab, and to no scan', async ({ till }) => {
  const page = await till.open()
  await lookUp(page, 'C7719920461')
  await expect(receipt(page)).toBeFocused()
  expect(await ring(page)).toBe('none')
  await pause(page, 300)
  await page.getByRole('button', { name: 'More' }).focus()
  const again = page.getByRole('button', { name: 'Check again' })
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    if (await again.evaluate((each) => each === document.activeElement)) break
  }
  await expect(again).toBeFocused()
  await pressByHand(page, 'Enter')
  await expect(receipt(page)).toBeFocused()
  expect(await ring(page)).toContain('inset')
  await lookUp(page, 'DEMO-PART')
  await expect(receipt(page)).toBeFocused()
  expect(await ring(page)).toBe('none')
})
