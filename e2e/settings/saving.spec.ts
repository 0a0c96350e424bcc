import type { Page } from '@playwright/test'
import { openConnected } from '../fixtures/connected'
import { endSupervisor, showProof } from '../fixtures/supervisor'
import { expect, test, token } from '../fixtures/till'

const region = (page: Page, name: string) => page.getByRole('region', { name })
const savedIn = (page: Page, name: string) => region(page, name).getByText('Saved', { exact: true })

test('what is typed is saved by Enter, which is said beside the button, and put back by Esc', async ({
  till,
}) => {
  const { page } = await openConnected(till)
  await page.getByRole('link', { name: 'Settings' }).click()
  const cashier = page.getByRole('textbox', { name: 'Cashier' })
  await cashier.focus()
  await page.keyboard.type('Mei', { delay: 90 })
  await page.keyboard.press('Escape')
  await expect(cashier).toHaveValue('')
  await expect(cashier).toBeFocused()
  await page.keyboard.type('Mei', { delay: 90 })
  await page.waitForTimeout(300)
  await page.keyboard.press('Enter')
  await expect(savedIn(page, 'This till')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Mei')
  await page.keyboard.type('!', { delay: 90 })
  await expect(savedIn(page, 'This till')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(cashier).toHaveValue('Mei')
  // Nothing is left to put back: the next one leaves, as everywhere.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: 'Scan or type a code' })).toBeVisible()
})

test('what is chosen or ticked holds at once, and says beside it that it was saved', async ({ till }) => {
  const { page } = await openConnected(till)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radiogroup', { name: 'Text size' }).getByRole('radio', { name: '115 %' }).click()
  await expect(savedIn(page, 'Display and sound')).toHaveCount(1)
  await page.getByRole('radiogroup', { name: 'Paper' }).getByRole('radio', { name: 'A4' }).click()
  await expect(savedIn(page, 'Printing')).toBeVisible()
  await region(page, 'Related records').getByRole('checkbox').first().click()
  await showProof(page, 'token', token)
  await expect(savedIn(page, 'Related records')).toBeVisible()
})

test('a supervisor unlocks Settings before changing anything, and locks them again', async ({ till }) => {
  const { page } = await openConnected(till)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await showProof(page, 'token', token)
  await expect(page.getByText('Unlocked for a manager')).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Store name' })
  await name.fill('Peak Road')
  await region(page, 'This till').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('banner')).toContainText('Peak Road')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await showProof(page, 'token', token)
  await page.getByText('Unlocked for a manager').waitFor()
  // As its two idle minutes do: the screen follows what main says.
  await endSupervisor(page)
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
})
