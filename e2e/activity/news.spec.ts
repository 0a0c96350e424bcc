import {
  confirmByKeys,
  lookUp,
  outcome,
  outcomeHeading,
  refundByKeys,
  scanForReceipt,
} from '../fixtures/counter'
import { managerLine } from '../fixtures/supervisor'
import { expect, test, token } from '../fixtures/till'

const pin = '729418'

test('what became of an earlier refund is shown while the next receipt is on the counter', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url)
  const { page } = await till.open()
  await lookUp(page, 'PRACTICE-DROP-AFTER')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  await scanForReceipt(page, '483920174462')
  const news = page.getByRole('status', { name: 'News' })
  await expect(news).toHaveAttribute('aria-live', 'assertive')
  await expect(news.getByText(/Receipt .*PRACTICE-DROP-AFTER.*refund went through\./)).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('article')).toBeVisible()
  await news.getByRole('button', { name: 'Close this message' }).click()
  await expect(news.getByText(/went through/)).toHaveCount(0)
})

test('more money than was refunded stays on every place until a supervisor has acknowledged it', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url, ['--people'], `${token}\n${managerLine(pin)}\n`)
  const { page } = await till.open()
  await lookUp(page, 'PRACTICE-TWICE')
  await page.keyboard.press('r')
  await page.getByRole('radio', { name: 'Part refund' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('20.25')
  await page.keyboard.press('Alt+1')
  await confirmByKeys(page)
  await expect(outcome(page)).toContainText('More was refunded')
  const alarm = page.getByRole('status', { name: 'News' }).getByText('More was refunded than this refund.')
  await scanForReceipt(page, '483920174462')
  await expect(alarm).toBeVisible()
  const badge = page.getByRole('navigation').getByText('1', { exact: true })
  await expect(badge).toBeVisible()
  for (const place of [/^Activity/, 'Search', 'Settings']) {
    await page.getByRole('link', { name: place }).click()
    await expect(alarm).toBeVisible()
  }
  await page.getByRole('status', { name: 'News' }).getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'I have seen this' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What you found' }).fill('Portal, 10:40: both known')
  await dialog.getByLabel('PIN').fill(pin)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Counter' }).click()
  await expect(alarm).toHaveCount(0)
  await expect(badge).toHaveCount(0)
})
