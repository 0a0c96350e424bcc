/** The record that a refund answers is what the window shows next. */
import { openConnected } from '../fixtures/connected'
import { lookUp, outcomeHeading, receipt, refundForm, untilCounter } from '../fixtures/counter'
import { expect, type Till, test } from '../fixtures/till'

const example = 'C7719920461'

async function refundPart(page: Awaited<ReturnType<Till['open']>>['page'], amount: string): Promise<void> {
  await page.keyboard.press('r')
  await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.keyboard.press('Alt+1')
  await page.getByRole('button', { name: `Refund HK$${amount}` }).click()
  await expect(outcomeHeading(page)).toHaveText('Refunded')
}

test('a part refund’s receipt is shown without another lookup, and a second part is refunded from it', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await untilCounter(page)
  await lookUp(page, example)
  await refundPart(page, '20.25')
  const asked = service.requests.length
  await page.getByRole('button', { name: 'Show receipt' }).click()
  await expect(receipt(page)).toContainText('Partly refunded')
  await expect(receipt(page)).toContainText('100.25')
  expect(service.requests.length).toBe(asked)
  await page.waitForTimeout(500)
  await refundPart(page, '30.25')
  await page.getByRole('button', { name: 'Show receipt' }).click()
  await expect(receipt(page)).toContainText('70.00')
  const entries = service.ledger.entries().filter(({ transactionId }) => transactionId === '483920174462')
  expect(entries.length).toBe(2)
})
