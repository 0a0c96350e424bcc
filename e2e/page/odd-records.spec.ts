/** Receipts of records that use what the interface leaves open: unlisted links and wallets, odd amounts. */
import type { Page } from '@playwright/test'
import { lookUp, outcomeHeading, receipt, refundByKeys, scan, untilCounter } from '../fixtures/counter'
import { expect, type Till, test } from './played/page'

async function openWith(till: Till, records: Readonly<Record<string, object>>): Promise<Page> {
  for (const [code, members] of Object.entries(records)) till.main.service.addOdd(code, members)
  const page = await till.open()
  await untilCounter(page)
  return page
}

test('a payment with times and ids that the interface does not know is shown, named as odd, and refunded', async ({
  till,
}) => {
  const time = '2026-11-20T10:00:00.000000Z'
  const times = { paid_at: time, created_at: time, updated_at: time, can_settle_after: time }
  const page = await openWith(till, {
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
})

test('the wallet is named as the service names it, and its code stands under More', async ({ till }) => {
  const page = await openWith(till, {
    '710000000001': { gateway_code: '14_1', gateway_sub_name: 'AlipayHK' },
  })
  await lookUp(page, '710000000001')
  await expect(receipt(page)).toContainText('AlipayHK')
  await expect(page.getByRole('list', { name: 'Recent' })).toContainText('AlipayHK')
  await expect(receipt(page).getByText('14_1')).toBeHidden()
  await receipt(page).getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('region', { name: 'More' })).toContainText('14_1')
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
  const page = await openWith(till, {
    '710000000001': { status: 'precreated', _links: [..._links, unsafe] },
    '710000000002': { _links },
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
  expect(till.main.asked('clipboard:copy')).toEqual([{ text: `${link}&n=2` }])
  await scan(page, '710000000002')
  await expect(receipt(page)).toContainText('710000000002')
  await expect(links).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(links.getByText(`${link}&n=0`)).toBeVisible()
  await expect(links.locator('canvas')).toHaveCount(0)
})

test('an address that no code holds is there as text', async ({ till }) => {
  const href = `https://pay.example/${'x'.repeat(3500)}`
  const page = await openWith(till, {
    '710000000001': { status: 'precreated', _links: [{ rel: 'checkout', href }] },
  })
  await lookUp(page, '710000000001')
  const links = page.getByRole('region', { name: 'Links' })
  await expect(links.getByText('This can’t be drawn as a barcode.')).toBeVisible()
  await expect(links.getByText(href)).toBeVisible()
})

test('an amount that cannot be read shows its text, and a fee that came back says whose it is', async ({
  till,
}) => {
  const page = await openWith(till, {
    '710000000001': { amount: '1,234.00', refund_charge: '-1.50' },
  })
  await lookUp(page, '710000000001')
  await expect(receipt(page)).toContainText('Amount unreadable: “1,234.00” HKD')
  await receipt(page).getByRole('button', { name: 'More', exact: true }).click()
  await expect(receipt(page)).toContainText('-1.50 · returned to the store')
})
