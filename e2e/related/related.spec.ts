/** Related records as a cashier reads them under "More", and whose receipt it is. */
import type { Locator, Page } from '@playwright/test'
import { lookUp, receipt, scanForReceipt, untilCounter } from '../fixtures/counter'
import { test } from '../fixtures/related-service'
import { expect } from '../fixtures/till'

const names = ['Store', 'User', 'Fixed code', 'EMV code'] as const

async function openMore(page: Page): Promise<(name: (typeof names)[number]) => Locator> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const more = page.getByRole('region', { name: 'More', exact: true })
  return (name) => more.getByRole('region', { name, exact: true })
}

test('More shows all four related records of a payment of the practice service', async ({ till }) => {
  const service = await till.startService()
  const { facts } = service.ledger.addTransaction({
    id: 'related-1',
    transaction_id: '610000000001',
    gateway_code: '10_1',
    fixed_id: 'counter-code-7',
  })
  await till.provision(service.url)
  const { page } = await till.open()
  await lookUp(page, facts.transaction_id)
  const record = await openMore(page)
  await expect(record('Store')).toContainText('Practice Store')
  await expect(record('User')).toContainText(facts.user_id)
  await expect(record('Fixed code')).toContainText('counter-code-7')
  await expect(record('EMV code')).toContainText('Payload')
  const asked = service.requests.flatMap(
    ({ path }) => new URL(path, service.url).searchParams.get('include') ?? [],
  )
  expect([...asked].sort()).toEqual(['emv_code', 'fixed_code', 'store', 'user'])
})

test('More shows a related record of any shape, and says where the service refuses one', async ({
  till,
  related,
}) => {
  related.answer('store', { value: { id: 'st-1', name: 'Harbour Road', address: { city: 'Kowloon' } } })
  related.answer('user', { status: 403, message: 'Not for this token' })
  related.answer('fixed_code', { value: ['first', { __proto__: null, constructor: 'second' }] })
  related.answer('emv_code', { value: null })
  await till.provision(related.url)
  const { page } = await till.open()
  await lookUp(page, '1001')
  const record = await openMore(page)
  await expect(record('Store')).toContainText('Harbour Road')
  await expect(record('Store')).toContainText('Kowloon')
  await expect(record('User')).toContainText(/not available/i)
  await expect(record('User')).toContainText('Not for this token')
  await expect(record('Fixed code')).toContainText('first')
  await expect(record('Fixed code')).toContainText('second')
  await expect(record('EMV code')).toContainText(/none/i)
})

test('a bare text, a number and a list of one are related records, too', async ({ till, related }) => {
  related.answer('store', { value: 'Harbour Road' })
  related.answer('user', { value: 4711 })
  related.answer('fixed_code', { value: [{ name: 'Counter 1' }] })
  related.answer('emv_code', { status: 422, message: 'Unknown include' })
  await till.provision(related.url)
  const { page } = await till.open()
  await lookUp(page, '1001')
  const record = await openMore(page)
  await expect(record('Store')).toContainText('Harbour Road')
  await expect(record('User')).toContainText('4711')
  await expect(record('Fixed code')).toContainText('Counter 1')
  await expect(record('EMV code')).toContainText(/not available/i)
})

test('what More showed is there offline after a restart, with its time, and without what is never kept', async ({
  till,
  related,
}) => {
  related.answer('store', { value: { name: 'Harbour Road', pin_key: 'store-secret' } })
  related.answer('user', { value: { first_name: 'Mei', payer: { mail: 'payer@example.org' } } })
  related.answer('fixed_code', { value: '' })
  related.answer('emv_code', { status: 404, message: 'None here' })
  await till.provision(related.url)
  const first = await till.open()
  await lookUp(first.page, '1001')
  const live = await openMore(first.page)
  for (const name of ['Store', 'User'] as const) await expect(live(name)).toContainText(/Harbour Road|Mei/)
  await expect(live('EMV code')).toContainText(/not available/i)
  await related.close()
  await first.app.close()

  const { page } = await till.open()
  await untilCounter(page)
  await scanForReceipt(page, '1001')
  await expect(receipt(page)).toContainText(/Saved copy · \d\d:\d\d/)
  const saved = await openMore(page)
  await expect(saved('Store')).toContainText('Harbour Road')
  await expect(saved('Store')).toContainText(/saved/i)
  await expect(saved('User')).toContainText('Mei')
  await expect(saved('Fixed code')).toContainText(/none/i)
  await expect(saved('EMV code')).toContainText(/not available/i)
  const more = page.getByRole('region', { name: 'More', exact: true })
  await expect(more).not.toContainText(/store-secret|payer@example/)
})

test('the next scan takes over from related records that are still asked for', async ({ till, related }) => {
  related.answer('store', { value: 'Harbour Road' })
  related.answer('user', 'hold')
  await till.provision(related.url)
  const { page } = await till.open()
  await lookUp(page, '1001')
  await openMore(page)
  await expect.poll(() => related.asked).toContain('1001 user')
  related.answer('user', { value: 'Jonas' })
  await scanForReceipt(page, '1002')
  await expect.poll(() => related.closed).toEqual(['1001 user'])
  expect(related.asked).not.toContain('1001 fixed_code')
})

test('a receipt is headed by the store that took the payment, by its name once More has told it', async ({
  till,
  related,
}) => {
  related.answer('store', { value: { name: 'Central Station' } })
  await till.provision(related.url, ['--store-name=Harbour Road', '--store-id=st-1'])
  const { page } = await till.open()
  await lookUp(page, '7701')
  await expect(receipt(page)).toContainText('Taken at another store: Store st-2')
  await openMore(page)
  await expect(receipt(page)).toContainText('Taken at another store: Central Station')
  await scanForReceipt(page, '1001')
  await expect(receipt(page)).toContainText('Store st-1')
  await expect(receipt(page)).not.toContainText(/another store/i)
  expect(related.asked.filter((asked) => asked.endsWith('store'))).toEqual(['7701 store'])
})

test('a till learns its store from a payment by a question, and asks no more', async ({ till, related }) => {
  await till.provision(related.url)
  const { page } = await till.open()
  await lookUp(page, '7701')
  const question = receipt(page).getByRole('group', {
    name: 'Was this paid at this till’s store?',
  })
  await question.getByRole('button', { name: 'No', exact: true }).click()
  await expect(question).toHaveCount(0)
  await scanForReceipt(page, '1001')
  await receipt(page).getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(receipt(page)).not.toContainText('Was this paid')
  await scanForReceipt(page, '7702')
  await expect(receipt(page)).toContainText('Taken at another store: Store st-2')
})
