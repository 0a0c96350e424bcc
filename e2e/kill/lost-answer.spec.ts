/** The real program when the answer to a refund is lost: locked, until a supervisor decides. */
import { passOn } from '../../proof/wire/cutting-proxy'
import { breaks } from '../../proof/wire/spoiled-answers'
import { allowWith, lookUp, outcomeHeading, refundForm } from '../fixtures/counter'
import {
  code,
  letPass,
  openActivity,
  place,
  startRefund,
  supervisorPin,
  test,
} from '../fixtures/line-to-service'
import { expect } from '../fixtures/till'

test('a refund that was lost stays locked until a supervisor decides it with the PIN, and the next one takes one, too', async ({
  line,
}) => {
  const first = await line.open()
  line.proxy.setPlans({ refund: breaks('before', 'reset') })
  await startRefund(first.page)
  await expect(outcomeHeading(first.page)).toHaveText('Unconfirmed')
  await first.app.close()
  const { app, page } = await line.open()
  // Whatever code finds it.
  await lookUp(page, line.service.ledger.find(code, 'custom_id')?.facts.transaction_id ?? '')
  await expect(page.getByRole('heading', { name: 'No refund now' })).toBeVisible()
  // The time that the record is open counts.
  await letPass(app, 3)
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await (await openActivity(page)).first().click()
  await page.getByRole('button', { name: 'Record outcome', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'Refunded', exact: true })).toBeFocused()
  await dialog.getByRole('radio', { name: 'Not refunded' }).click()
  await dialog.getByRole('textbox', { name: 'What the portal shows' }).fill('Portal: no refund listed')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('An hour has passed')
  for (const pin of ['830516', supervisorPin]) {
    await dialog.getByLabel('PIN', { exact: true }).fill(pin)
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    if (pin !== supervisorPin) await expect(dialog).toContainText('The PIN is wrong')
  }
  await expect(page.getByText('Decision saved')).toBeVisible()
  await expect(page.getByText('Ms Chan recorded: not refunded')).toBeVisible()
  await expect(page.getByRole('navigation')).not.toContainText('1')
  await expect((await openActivity(page)).first()).toContainText('Not refunded')
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 0])

  line.proxy.setPlans({ refund: passOn })
  await place(page, 'Counter').click()
  await startRefund(page)
  await allowWith(page, '830516')
  await expect(refundForm(page)).toContainText('The PIN is wrong')
  expect(line.proxy.refunds.length).toBe(1)
  await allowWith(page, supervisorPin)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect([line.proxy.refunds.length, new Set(line.proxy.refunds).size, line.entries()]).toEqual([2, 2, 1])
})
