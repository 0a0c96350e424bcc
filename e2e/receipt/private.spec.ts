/** Who paid, and what encrypts PINs: what of it reaches the window and paper, and when. */
import path from 'node:path'
import type { BridgeApi } from '../../src/shared/contract/contract'
import { lookUp } from '../fixtures/counter'
import { savePdf } from '../fixtures/pdf'
import { showProof } from '../fixtures/supervisor'
import { expect, openConnected, test, token } from '../fixtures/till'

const first = '710000000001'
const second = '710000000002'
const secret = /PIN-KEY-4711|someone@example|2088102913345678|secret-extra/

test('who paid is masked until somebody asks, for that receipt alone and not on the store copy; a PIN key never comes', async ({
  till,
}) => {
  const { app, page, service } = await openConnected(till, ['--store-name=Harbour Road'])
  for (const transaction_id of [first, second]) {
    service.ledger.addTransaction({
      id: `internal-${transaction_id}`,
      transaction_id,
      amount: 12050,
      charge: 150,
      pin_key: 'PIN-KEY-4711',
      payer: 'someone@example.org',
      buyer_id: '2088102913345678',
      extra_parameters: '{"x":"secret-extra"}',
    })
  }
  await lookUp(page, first)
  // What main says to the page, asked by the page itself.
  const told = await page.evaluate(async (code) => {
    const { tillside } = window as unknown as { tillside: BridgeApi }
    const lookup = crypto.randomUUID()
    const found = await tillside.call('lookup:find', { lookup, code, match: 'automatic', typed: false })
    const recent = await tillside.call('lookup:recent')
    return JSON.stringify([found, recent, await tillside.call('lookup:private', { lookup })])
  }, first)
  expect(told).not.toMatch(secret)
  expect(told).toContain('act_needs_role')

  await lookUp(page, first)
  await page.getByRole('button', { name: 'More' }).click()
  const more = page.getByRole('region', { name: 'More', exact: true })
  await expect(more).toContainText('s••••@example.org')
  await more.getByRole('button', { name: 'Show who paid' }).click()
  await showProof(page, 'token', token)
  await expect(more).toContainText('someone@example.org')
  await expect(more).toContainText('2088102913345678')

  const file = path.join(till.documents, 'store-copy.pdf')
  const { text, width, pages, margin } = await savePdf({ app, page }, file, 'Save all as PDF')
  expect([Math.round(width), pages]).toEqual([210, 2])
  // On every page: no printer reaches the edge of its paper.
  expect(margin).toBeGreaterThan(15)
  for (const words of [
    'Store copy',
    'at Harbour Road',
    'HK$120.50',
    first,
    'Fee 1.5',
    `Internal ID internal-${first}`,
    'Payer s••••@example.org',
    'PIN key Present, not shown',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toMatch(secret)

  await lookUp(page, second)
  if (!(await more.isVisible())) await page.getByRole('button', { name: 'More' }).click()
  await expect(more).toContainText('s••••@example.org')
  await expect(more).not.toContainText(secret)
  await expect(more).toContainText('Present, not shown')
})
