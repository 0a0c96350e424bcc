/** Receipts of records that use what the interface leaves open: unlisted links and wallets, odd amounts. */
import type { Page } from '@playwright/test'
import { lookUp, receipt, scan } from '../fixtures/counter'
import { expect, openCounter, type Till, test } from './played/page'

async function openWith(till: Till, records: Readonly<Record<string, object>>): Promise<Page> {
  for (const [code, members] of Object.entries(records)) till.main.service.addOdd(code, members)
  return openCounter(till)
}

test('links are drawn while a payment is not paid, copied as text, whatever their rel, and lead nowhere', async ({
  till,
}) => {
  const link = 'https://pay.example/checkout?a=1&b=2'
  const _links = [
    { rel: 'checkout', href: link },
    { rel: 'constructor', href: `${link}&n=1` },
  ]
  const page = await openWith(till, {
    '710000000001': { status: 'precreated', _links },
    '710000000002': { _links },
  })
  await lookUp(page, '710000000001')
  const links = page.getByRole('region', { name: 'Links' })
  await expect(links.getByText(link, { exact: true })).toBeVisible()
  await links.getByRole('figure').last().scrollIntoViewIfNeeded()
  await expect(links.locator('canvas[data-drawn]')).toHaveCount(2)
  await expect(links.getByRole('link')).toHaveCount(0)
  await links.getByRole('button', { name: 'Copy the link: constructor' }).click()
  expect(till.main.asked('clipboard:copy')).toEqual([{ text: `${link}&n=1` }])
  await scan(page, '710000000002')
  await expect(receipt(page)).toContainText('710000000002')
  await expect(links).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(links.getByText(link, { exact: true })).toBeVisible()
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
