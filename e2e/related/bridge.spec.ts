/** Related records and a refund's record over the real bridge, whatever the window draws of them. */
import type { Page } from '@playwright/test'
import type { BridgeApi } from '../../src/shared/contract'
import type { RelatedKind } from '../../src/shared/related'
import { openConnected } from '../fixtures/connected'
import { lookUp, refundPosts, scanForReceipt, untilCounter } from '../fixtures/counter'
import { followLookups, newestLookup } from '../fixtures/newest-lookup'
import { saveSettings } from '../fixtures/provision'
import { type RelatedService, test } from '../fixtures/related-service'
import { expect, type Till } from '../fixtures/till'

/** Asks main for one related record of the newest lookup. */
async function ask(page: Page, related: RelatedKind) {
  const lookup = await newestLookup(page)
  const order = { lookup, related }
  return page.evaluate((asked) => {
    const { tillside } = window as unknown as { readonly tillside: BridgeApi }
    return tillside.call('lookup:related', asked)
  }, order)
}

async function openWith(till: Till, related: RelatedService, kinds?: readonly RelatedKind[]) {
  await till.provision(related.url)
  if (kinds !== undefined) saveSettings(till.profile, { related: kinds })
  const open = await till.open()
  await followLookups(open.page)
  return open
}

test('each related record is asked for by itself, with the code and kind that found the payment', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await followLookups(page)
  await lookUp(page, 'C7719920461')
  await ask(page, 'store')
  for (const kind of ['user', 'fixed_code', 'emv_code'] as const) await ask(page, kind)
  const [store, user] = [await ask(page, 'store'), await ask(page, 'user')]
  expect([store, user]).toMatchObject([
    { ok: true, value: { kind: 'store', source: 'service', cut: false } },
    { ok: true, value: { kind: 'user', source: 'service', cut: false } },
  ])
  expect(store.ok && store.value.lines.find(({ name }) => name === 'name')?.value).toMatch(/Practice Store/)
  const asked = service.requests.filter(({ path }) => path.includes('include='))
  expect(asked.map(({ path, body }) => `${path.split('/').pop()} ${body}`).sort()).toEqual(
    ['emv_code', 'fixed_code', 'store', 'user'].map((kind) => `C7719920461?include=${kind} query=custom_id`),
  )
})

test('the next scan closes the line of a related record that is still asked for', async ({
  till,
  related,
}) => {
  related.answer('user', 'hold')
  const { page } = await openWith(till, related, ['user'])
  await lookUp(page, '1001')
  const asking = ask(page, 'user')
  await expect.poll(() => related.asked).toContain('1001 user')
  await scanForReceipt(page, '1002')
  expect(await asking).toEqual({ ok: false, fault: { kind: 'lookup_superseded' } })
  await expect.poll(() => related.closed).toEqual(['1001 user'])
})

test('no related record is asked for by itself, nor one of a kind that is not chosen', async ({
  till,
  related,
}) => {
  const { page } = await openWith(till, related, ['store'])
  await lookUp(page, '1001')
  const refused = await ask(page, 'user')
  await ask(page, 'store')
  expect([refused, related.asked]).toMatchObject([
    { ok: false, fault: { kind: 'request_malformed' } },
    ['1001', '1001 store'],
  ])
})

test('the record that a refund answered is what a further refund is confirmed from', async ({ till }) => {
  const { page, service } = await openConnected(till)
  await untilCounter(page)
  // The bridge is asked for a refund at once, which no hand can do: the record has to be open by then.
  const refundsAreOn = () =>
    page.evaluate(async () => {
      const { tillside } = window as unknown as { readonly tillside: BridgeApi }
      const app = await tillside.call('app:read')
      return app.ok && app.value.refunds.on
    })
  await expect.poll(refundsAreOn).toBe(true)
  const id = service.ledger.find('C7719920461', 'custom_id')?.facts.id ?? ''
  const all = await page.evaluate(async (paid) => {
    const { tillside } = window as unknown as { readonly tillside: BridgeApi }
    const lookup = crypto.randomUUID()
    // The window shows no receipt: one that it shows it would look up again by itself after a refund.
    const found = await tillside.call('lookup:find', {
      lookup,
      code: 'C7719920461',
      match: 'custom_id',
      typed: false,
    })
    const order = { lookup, id: paid, reason: { code: 'damaged', text: '' }, confirmed: true }
    const refund = (hundredths: number) =>
      tillside.call('refund:issue', { ...order, amount: { hundredths, currency: 'HKD' } })
    return [found, await refund(1000), await refund(500)]
  }, id)
  // A fault by its kind: what else an answer holds would hide it.
  expect(all.map((each) => (each.ok ? each : each.fault))).toMatchObject([
    { ok: true },
    {
      ok: true,
      value: { attempt: { state: 'refunded' }, shown: { source: 'service', record: { refunded: 1000 } } },
    },
    {
      ok: true,
      value: { attempt: { state: 'refunded' }, shown: { source: 'service', record: { refunded: 1500 } } },
    },
  ])
  expect(refundPosts(service)).toBe(2)
})
