import { fail, succeed } from '../../src/shared/base/result'
import { receipt, scanForReceipt } from '../fixtures/counter'
import { expect, openReceipt, type Till, test } from './played/page'

/** Payments of two stores, by code. */
function addPayments({ main }: Till): void {
  for (const [code, store_id] of [
    ['1001', 'st-1'],
    ['7701', 'st-2'],
    ['7702', 'st-2'],
  ] as const)
    main.service.addOdd(code, { store_id })
}

test('a receipt is headed by the store that took the payment, by its name once More has told it', async ({
  till,
}) => {
  till.main.service.related.set('store', { value: { name: 'Central Station' } })
  Object.assign(till.main.app, { storeId: 'st-1' })
  addPayments(till)
  const page = await openReceipt(till, '7701')
  await expect(receipt(page)).toContainText('Taken at another store: st-2')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(receipt(page)).toContainText('Taken at another store: Central Station')
  await scanForReceipt(page, '1001')
  await expect(receipt(page)).toContainText('Store st-1')
  await expect(receipt(page)).not.toContainText(/another store/i)
  expect(till.main.asked('lookup:related').filter(({ related }) => related === 'store').length).toBe(1)
})

test('what More could not be told is asked for once more when it is opened again', async ({ till }) => {
  Object.assign(till.main.app, { related: ['store', 'user'] })
  const silent = () => fail({ kind: 'no_answer', reason: 'timeout', detail: '' } as const)
  const page = await openReceipt(till, '483920174462')
  till.main.answer('lookup:related', ({ related }) =>
    related === 'user' ? silent() : succeed({ kind: related, lines: [], cut: false }),
  )
  const more = page.getByRole('button', { name: 'More', exact: true })
  const user = page.getByRole('region', { name: 'User' })
  await more.click()
  await expect(user).toContainText('Not available')
  till.main.answer('lookup:related', ({ related }) =>
    succeed({ kind: related, lines: [{ name: 'id', value: 'u-7' }], cut: false }),
  )
  await more.click()
  await more.click()
  await expect(user).toContainText('u-7')
  expect(till.main.asked('lookup:related').map(({ related }) => related)).toEqual(['store', 'user', 'user'])
})

test('a till learns its store from a payment by a question, and asks no more', async ({ till }) => {
  Object.assign(till.main.app, { storeId: '' })
  addPayments(till)
  const page = await openReceipt(till, '7701')
  const question = receipt(page).getByRole('group', {
    name: 'Was this paid at this till’s store?',
  })
  await question.getByRole('button', { name: 'No', exact: true }).click()
  await expect(question).toHaveCount(0)
  await scanForReceipt(page, '1001')
  await receipt(page).getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(receipt(page)).not.toContainText('Was this paid')
  await scanForReceipt(page, '7702')
  await expect(receipt(page)).toContainText('Taken at another store: st-2')
})
