/** Records with what the interface leaves open: unlisted statuses and links, another store, odd amounts. */
import { lookUp, outcomeHeading, receipt, refundByKeys, scan, untilCounter } from '../fixtures/counter'
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

test('a payment with times and ids that the interface does not know is shown, named as odd, and refunded', async ({
  till,
}) => {
  const time = '2026-11-20T10:00:00.000000Z'
  const times = { paid_at: time, created_at: time, updated_at: time, can_settle_after: time }
  const { page, service } = await openWith(till, {
    '710000000001': { ...times, reference_id: 'R'.repeat(192), buyer_id: ['b'] },
  })
  await lookUp(page, '710000000001')
  await expect(receipt(page)).toContainText(time)
  await expect(receipt(page)).not.toContainText('Longer than')
  await receipt(page).getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('region', { name: 'More' })).toContainText(
    'Not in the form that the service promises: Paid on,',
  )
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await service.close()
})

test('the wallet is named as the service names it, and its code stands under More', async ({ till }) => {
  const { page, service } = await openWith(till, {
    '710000000001': { gateway_code: '14_1', gateway_sub_name: 'AlipayHK' },
  })
  await lookUp(page, '710000000001')
  await expect(receipt(page)).toContainText('AlipayHK')
  await expect(page.getByRole('list', { name: 'Recent' })).toContainText('AlipayHK')
  await expect(receipt(page).getByText('14_1')).toBeHidden()
  await receipt(page).getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('region', { name: 'More' })).toContainText('14_1')
  await service.close()
})

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

test('links are drawn while a payment is not paid, copied as text, whatever their rel, and lead nowhere', async ({
  till,
}) => {
  const link = 'https://pay.example/checkout?a=1&b=2'
  const _links = ['checkout', '__proto__', 'constructor', 'toString'].map((rel, index) => ({
    rel,
    href: `${link}&n=${index}`,
  }))
  const unsafe = { rel: 'self', href: 'javascript:alert(1)' }
  const { app, page, service } = await openWith(till, {
    '710000000001': { status: 'precreated', _links: [..._links, unsafe] },
    '710000000002': { id: 'internal-2', _links },
  })
  await lookUp(page, '710000000001')
  const links = page.getByRole('region', { name: 'Links' })
  await expect(links.getByText(`${link}&n=0`)).toBeVisible()
  await expect(links.getByText('__proto__')).toBeVisible()
  await expect(links.getByText('Not a web address')).toHaveCount(1)
  await links.getByRole('figure').last().scrollIntoViewIfNeeded()
  await expect(links.locator('canvas[data-drawn]')).toHaveCount(5)
  await expect(links.getByRole('link')).toHaveCount(0)
  await links.getByRole('button', { name: 'Copy the link: constructor' }).click()
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(copied).toBe(`${link}&n=2`)
  await scan(page, '710000000002')
  await expect(receipt(page)).toContainText('710000000002')
  await expect(links).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(links.getByText(`${link}&n=0`)).toBeVisible()
  await expect(links.locator('canvas')).toHaveCount(0)
  await service.close()
})

test('an address that no code holds is there as text', async ({ till }) => {
  const href = `https://pay.example/${'x'.repeat(3500)}`
  const { page, service } = await openWith(till, {
    '710000000001': { status: 'precreated', _links: [{ rel: 'checkout', href }] },
  })
  await lookUp(page, '710000000001')
  const links = page.getByRole('region', { name: 'Links' })
  await expect(links.getByText('This can’t be drawn as a barcode.')).toBeVisible()
  await expect(links.getByText(href)).toBeVisible()
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

test('an amount that cannot be read shows its text, and a fee that came back says whose it is', async ({
  till,
}) => {
  const { page, service } = await openWith(till, {
    '710000000001': { amount: '1,234.00', refund_charge: '-1.50' },
  })
  await lookUp(page, '710000000001')
  await expect(receipt(page)).toContainText('Amount unreadable: “1,234.00” HKD')
  await receipt(page).getByRole('button', { name: 'More', exact: true }).click()
  await expect(receipt(page)).toContainText('-1.50, returned to the store')
  await service.close()
})
