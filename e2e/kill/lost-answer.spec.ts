/** The real program when the answer to a refund is lost: locked, and decided by the remark or by a supervisor. */

import { passOn } from '../../proof/wire/cutting-proxy'
import { breaks } from '../../proof/wire/spoiled-answers'
import { allowWith, lookUp, outcome, outcomeHeading } from '../fixtures/counter'
import { letPass } from '../fixtures/other-clock'
import { expect } from '../fixtures/till'
import { code, openActivity, place, startRefund, supervisorPin, test } from './line-to-service'

test('a lost answer locks the payment, and the marker in the remark decides it', async ({ line }) => {
  const { page } = await line.open()
  line.proxy.setPlans({
    async refund(call) {
      line.proxy.setPlans({ show: breaks('before', 'reset') })
      await breaks('after', 'reset')(call)
    },
  })
  await startRefund(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  await expect(outcome(page)).toContainText('Do not refund on any till')
  const rows = await openActivity(page)
  await expect(rows.first()).toContainText('Unconfirmed')
  line.proxy.setPlans({ show: passOn })
  // The fifth second's look, or the fifteenth's.
  await expect(rows.first()).toContainText('Refunded', { timeout: 30_000 })
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
})

test('a refund that was lost stays locked until a supervisor decides it with the PIN', async ({ line }) => {
  const first = await line.open()
  line.proxy.setPlans({ refund: breaks('before', 'reset') })
  await startRefund(first.page)
  await expect(outcomeHeading(first.page)).toHaveText('Unconfirmed')
  await first.app.close()
  const { app, page } = await line.open()
  await lookUp(page, code)
  await expect(page.getByText('No refund now')).toBeVisible()
  // The time that the record is open counts.
  await letPass(app, 3)
  const rows = await openActivity(page)
  await rows.first().click()
  await page.getByRole('button', { name: 'Record outcome', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Not refunded' }).click()
  await dialog.getByRole('textbox', { name: 'What the portal shows' }).fill('Portal: no refund listed')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('An hour has passed')
  await dialog.getByLabel('PIN', { exact: true }).fill(supervisorPin)
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await expect(page.getByText('Decision saved')).toBeVisible()
  await expect((await openActivity(page)).first()).toContainText('Not refunded')
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 0])
  line.proxy.setPlans({ refund: passOn })
  await place(page, 'Counter').click()
  await startRefund(page)
  await allowWith(page, supervisorPin)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect([line.proxy.refunds.length, new Set(line.proxy.refunds).size, line.entries()]).toEqual([2, 2, 1])
})
