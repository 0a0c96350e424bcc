/** Related records over the real line: whose answer is not awaited any more, and what of them is kept. */
import type { Locator, Page } from '@playwright/test'
import type { BridgeApi } from '../../src/shared/contract/contract'
import type { RelatedKind } from '../../src/shared/payment/codes'
import { test } from '../fixtures/connected'
import { lookUp, receipt, scanForReceipt, untilCounter } from '../fixtures/counter'
import { followLookups, newestLookup } from '../fixtures/newest-lookup'
import { saveSettings } from '../fixtures/provision'
import type { ScriptedService } from '../fixtures/scripted-service'
import { expect, type Till } from '../fixtures/till'

const names = ['Store', 'User', 'Fixed code', 'EMV code'] as const

async function openMore(page: Page): Promise<(name: (typeof names)[number]) => Locator> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const more = page.getByRole('region', { name: 'More', exact: true })
  return (name) => more.getByRole('region', { name, exact: true })
}

/** Asks main for one related record of the newest lookup. */
async function ask(page: Page, related: RelatedKind) {
  const lookup = await newestLookup(page)
  const order = { lookup, related }
  return page.evaluate((asked) => {
    const { tillside } = window as unknown as { readonly tillside: BridgeApi }
    return tillside.call('lookup:related', asked)
  }, order)
}

async function openWith(till: Till, service: ScriptedService, kinds?: readonly RelatedKind[]) {
  for (const code of ['1001', '1002']) service.put(code)
  await till.provision(service.url)
  if (kinds !== undefined) await saveSettings(till.profile, { related: kinds })
  const open = await till.open()
  await followLookups(open.page)
  return open
}

test('the next scan closes the line of a related record that is still asked for', async ({
  till,
  service,
}) => {
  service.answer('user', 'hold')
  const { page } = await openWith(till, service, ['user'])
  await lookUp(page, '1001')
  const asking = ask(page, 'user')
  await expect.poll(() => service.asked).toContain('1001 user')
  await scanForReceipt(page, '1002')
  expect(await asking).toEqual({ ok: false, fault: { kind: 'lookup_superseded' } })
  await expect.poll(() => service.closed).toEqual(['1001 user'])
})

test('what More showed is there offline after a restart, with its time, and without what is never kept', async ({
  till,
  service,
}) => {
  service.answer('store', { value: { name: 'Harbour Road', pin_key: 'store-secret' } })
  service.answer('user', { value: { first_name: 'Mei', payer: { mail: 'payer@example.org' } } })
  service.answer('fixed_code', { value: '' })
  service.answer('emv_code', { status: 404, message: 'None here' })
  const first = await openWith(till, service)
  await lookUp(first.page, '1001')
  const live = await openMore(first.page)
  for (const name of ['Store', 'User'] as const) await expect(live(name)).toContainText(/Harbour Road|Mei/)
  await expect(live('EMV code')).toContainText(/not available/i)
  await service.close()
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
