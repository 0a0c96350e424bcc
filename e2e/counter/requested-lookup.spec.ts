import { confirmByKeys, lookUp, outcomeHeading, receipt, refundForm, refundPosts } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const first = 'C7719920461'

test('another program opens Tillside on a payment, in a window that opens or one that is open', async ({
  till,
}) => {
  const { page } = await till.open(['--practice', '--lookup', first])
  await expect(receipt(page)).toContainText(first)
  const asked = await till.command(['tillside://lookup?code=PRACTICE-NONE'])
  await expect(page.getByRole('region', { name: 'No receipt' })).toContainText('PRACTICE-NONE')
  await expect(page.getByText('Another program on this PC asked for this receipt')).toBeVisible()
  expect([asked.code, asked.errors]).toEqual([0, expect.stringContaining('Tillside is open already')])
})

test('what is no look-up is refused on the terminal, and changes nothing in the window', async ({ till }) => {
  const { page } = await till.open(['--practice'])
  await lookUp(page, first)
  const refused = [
    await till.command(['tillside://refund?code=1']),
    await till.command([`--lookup=${'1'.repeat(65)}`]),
  ]
  expect(refused.map(({ code }) => code)).toEqual([2, 2])
  await expect(receipt(page)).toContainText(first)
})

test('nothing is looked up for another program while a refund is being sent', async ({ till }) => {
  const service = await till.startService({ pace: 1 })
  await till.provision(service.url)
  const { page } = await till.open()
  await lookUp(page, 'PRACTICE-SLOW')
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  await confirmByKeys(page)
  await page.getByRole('region', { name: 'Sending' }).waitFor()
  await till.command(['--lookup', first])
  await expect(page.getByText('Scan ignored: a refund is being sent').first()).toBeVisible()
  await expect(outcomeHeading(page)).toHaveText('Refunded', { timeout: 20_000 })
  expect([refundPosts(service), await receipt(page).count()]).toEqual([1, 0])
})
