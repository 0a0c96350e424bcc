import type { Page } from '@playwright/test'
import { amountField, confirmByKeys, openRefund, pressByHand, refundForm, scan } from '../fixtures/counter'
import { expect, openReceipt, type Till, test } from './played/page'

const example = '483920174462'

async function openForm(till: Till): Promise<Page> {
  const page = await openReceipt(till, example)
  await openRefund(page)
  return page
}

test('the keypad, which is there for a touch screen alone, writes the amount and takes it back', async ({
  till,
}) => {
  const page = await openForm(till)
  await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
  const keypad = refundForm(page).getByRole('group', { name: 'Keypad' })
  await expect(keypad).toHaveCount(0)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  for (const key of ['2', '0', 'Point', '2', '5', '5']) {
    await keypad.getByRole('button', { name: key, exact: true }).click()
  }
  const amount = amountField(page)
  await expect(amount).toHaveValue('20.25')
  for (let times = 0; times < 3; times += 1) await keypad.getByRole('button', { name: 'Erase' }).click()
  await expect(amount).toHaveValue('20')
})

test('a reason’s digit that lands in the amount is asked about', async ({ till }) => {
  const page = await openForm(till)
  await page.setViewportSize({ width: 1024, height: 700 })
  await pressByHand(page, 'a', '1', '2', 'Alt+2')
  await expect(amountField(page)).toHaveValue('12')
  await confirmByKeys(page)
  await expect(refundForm(page)).toContainText('Refund HK$12.00? Press')
  await expect(refundForm(page).getByRole('radio', { name: 'Wrong item' })).toBeFocused()
  await pressByHand(page, '6')
  const words = page.getByRole('textbox', { name: 'Other reason' })
  await expect(words).toBeFocused()
  await expect(words).toBeInViewport({ ratio: 1 })
})

test('after a failure the code can be tried as another kind, and only as that', async ({ till }) => {
  const message = 'Internal Error'
  till.main.service.faults.set('BROKEN', { kind: 'service_error', httpStatus: 500, message })
  const page = await openReceipt(till, example)
  await scan(page, 'BROKEN')
  const missed = page.getByRole('region', { name: 'No receipt' })
  await expect(missed).toContainText('BROKEN')
  await missed.getByRole('button', { name: 'Code type: Custom ID' }).click()
  await expect
    .poll(() => till.main.asked('lookup:find').map(({ code, match }) => [code, match]))
    .toEqual([
      [example, 'automatic'],
      ['BROKEN', 'automatic'],
      ['BROKEN', 'custom_id'],
    ])
})
