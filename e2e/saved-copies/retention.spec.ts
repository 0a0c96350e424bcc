import path from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'libsql'
import { openConnected } from '../fixtures/connected'
import { lookUp, receipt, scan, untilCounter } from '../fixtures/counter'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, type Till, test } from '../fixtures/till'

const example = '483920174462'
const day = 24 * 60 * 60 * 1000

/** A till that saved one receipt `days` ago and is offline since. */
async function tillWithOldCopy(till: Till, days: number): Promise<void> {
  const { app, page, service } = await openConnected(till)
  await lookUp(page, example)
  await app.close()
  await service.stop()
  const file = new Database(path.join(till.profile, 'cache.db'))
  const aged = file.prepare('UPDATE copies SET saved_at = saved_at - ?').run([days * day])
  file.close()
  expect(aged.changes).toBe(1)
}

async function openCopies(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Saved receipts' })
  return {
    section,
    days: section.getByRole('textbox', { name: 'Keep for (days)' }),
    copies: section.getByRole('textbox', { name: 'Keep at most (receipts)' }),
    save: section.getByRole('button', { name: 'Save these limits' }),
  }
}

test('the store sets how long copies are kept: what goes is said before it goes', async ({ till }) => {
  await tillWithOldCopy(till, 10)
  const { page } = await till.open()
  await untilCounter(page)
  await beginSupervisor(page)
  const { section, days, save } = await openCopies(page)
  const since = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
  const oldest = since.format(new Date(Date.now() - 10 * day))
  await expect(section).toContainText(`1 receipt, the oldest from ${oldest}`)

  await days.fill('7')
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Delete 1 receipt?' })
  await expect(dialog).toContainText('They are older than 7 days')
  await expect(dialog).toContainText('The refund record stays.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(section).toContainText('1 receipt')

  await save.click()
  await dialog.getByRole('button', { name: 'Delete 1 receipt' }).click()
  await expect(section).toContainText('None')
  await expect(save).toBeDisabled()
  await page.getByRole('link', { name: 'Counter' }).click()
  await scan(page, example)
  await expect(page.getByRole('region', { name: 'No receipt' })).toBeVisible()
  await expect(receipt(page)).toHaveCount(0)
})

test('a number that cannot be is said so in words, and nothing changes', async ({ till }) => {
  await tillWithOldCopy(till, 10)
  const { page } = await till.open()
  await untilCounter(page)
  await beginSupervisor(page)
  const { section, days, copies, save } = await openCopies(page)
  await days.fill('0')
  await copies.fill('many')
  await expect(section).toContainText('A whole number of days, 1 to 365.')
  await expect(section).toContainText('A whole number of receipts, 1,000 to 200,000.')
  await expect(save).toBeDisabled()
  await days.fill('90')
  await copies.fill('100,000')
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(section).toContainText('1 receipt')
  await expect([await days.inputValue(), await copies.inputValue()]).toEqual(['90', '100000'])
})
