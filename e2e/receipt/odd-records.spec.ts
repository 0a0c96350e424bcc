/** Records with what the interface leaves open: unlisted statuses and links, another store, odd amounts. */
import { lookUp, receipt, scan, untilCounter } from '../fixtures/counter'
import { startOddService } from '../fixtures/odd-service'
import { showProof } from '../fixtures/supervisor'
import { expect, type Till, test, token } from '../fixtures/till'

async function openWith(
  till: Till,
  records: Readonly<Record<string, object | number>>,
  more: readonly string[] = [],
) {
  const service = await startOddService(records)
  await till.provision(service.url, more)
  const opened = await till.open()
  await untilCounter(opened.page)
  return { ...opened, service }
}

test('a service that answers 503 is service trouble, and nothing is said of the address', async ({
  till,
}) => {
  const { page, service } = await openWith(till, { '710000000001': 503 })
  await scan(page, '710000000001')
  await expect(page.getByText('The payment service has a problem (503)').first()).toBeVisible()
  await expect(page.getByText('Nothing was sent.')).toBeVisible()
  await expect(page.getByText('Try again in a minute.').first()).toBeVisible()
  await expect(page.getByText(/address/)).toHaveCount(0)
  await service.close()
})

test('a status that nobody knows stays in sight with what was refunded', async ({ till }) => {
  const { page, service } = await openWith(till, {
    '710000000001': { status: 'chargeback', refunded: '120.50' },
    '710000000002': { status: 'chargeback', refunded: '20.50' },
  })
  await lookUp(page, '710000000001')
  await expect(receipt(page)).toContainText('Status “chargeback” · Refunded')
  await expect(page.getByText('which Tillside doesn’t know').first()).toBeVisible()
  await expect(page.getByText(/went back to the customer/)).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('region', { name: 'More' })).toContainText('chargeback')
  await scan(page, '710000000002')
  await expect(receipt(page)).toContainText('Status “chargeback” · Partly refunded')
  await page.getByRole('link', { name: 'Search' }).click()
  const field = page.getByRole('searchbox', { name: 'Search saved receipts' })
  const matches = page.getByRole('listbox', { name: 'Saved receipts' }).getByRole('option')
  for (const [typed, count] of [
    ['chargeback', 1],
    ['status', 1],
    ['part', 1],
  ] as const) {
    await field.fill(typed)
    await expect(matches).toHaveCount(count)
  }
  await service.close()
})

test('a payment of another store says so, once this till knows its own', async ({ till }) => {
  const { page, service } = await openWith(
    till,
    { '710000000001': {}, '710000000002': { store_id: 'store-3', id: 'internal-2' } },
    ['--store-name=Harbour Road'],
  )
  await lookUp(page, '710000000001')
  await expect(receipt(page)).toContainText('Store store-2')
  await expect(receipt(page)).not.toContainText(/harbour road|another store/i)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Take it from the receipt on the counter' }).click()
  await expect(page.getByRole('textbox', { name: 'Store ID' })).toHaveValue('store-2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await showProof(page, 'token', token)
  await page.getByRole('link', { name: 'Counter' }).click()
  await lookUp(page, '710000000002')
  await expect(receipt(page)).toContainText('Taken at another store: Store store-3')
  await scan(page, '710000000001')
  await expect(receipt(page)).toContainText('710000000001')
  await expect(receipt(page)).not.toContainText('another store')
  await service.close()
})

test('in practice, too, a payment of another store says so, and one of its own does not', async ({
  till,
}) => {
  const { page } = await till.open(['--practice'])
  await untilCounter(page)
  await lookUp(page, 'DEMO-OTHER-STORE')
  await expect(receipt(page)).toContainText('Taken at another store: Store ')
  await lookUp(page, 'DEMO-PART')
  await expect(receipt(page)).not.toContainText('another store')
})
