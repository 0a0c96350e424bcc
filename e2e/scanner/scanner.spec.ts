/** What a scan does on the page stands in e2e/page/scanner.spec.ts; here the keys come as the system delivers them. */
import { openConnected } from '../fixtures/connected'
import { lookUp, receipt, refundForm, refundPosts, scan } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

test('a scan on a button is a lookup and nothing else, at any pace, as the system delivers keys', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  for (const [index, pace] of [5, 30, 80, 100].entries()) {
    // Begins with a shortcut and goes on with the digits of reasons.
    const awkward = `R483165${index}`
    service.ledger.addTransaction({ custom_id: awkward, amount: 990 })
    await lookUp(page, '483920174462')
    await page.getByRole('button', { name: 'Refund', exact: true }).focus()
    await page.waitForTimeout(600)
    await scan(page, awkward, pace)
    await expect(receipt(page), String(pace)).toContainText('HK$9.90')
    await expect(refundForm(page), String(pace)).toHaveCount(0)
  }
  expect(refundPosts(service)).toBe(0)
})
