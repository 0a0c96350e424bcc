/** Who paid, and what encrypts PINs: what of it reaches the window, and when. */
import type { BridgeApi } from '../../src/shared/contract/contract'
import { test } from '../fixtures/connected'
import { lookUp, untilCounter } from '../fixtures/counter'
import { showProof } from '../fixtures/supervisor'
import { expect, token as tokenOfTill } from '../fixtures/till'

const first = '710000000001'
const second = '710000000002'
const secret = /PIN-KEY-4711|someone@example|2088102913345678|secret-extra/

test('who paid is masked until somebody asks, for that receipt alone; a PIN key never comes', async ({
  till,
  service,
}) => {
  const record = {
    pin_key: 'PIN-KEY-4711',
    payer: 'someone@example.org',
    buyer_id: '2088102913345678',
    extra_parameters: '{"x":"secret-extra"}',
  }
  for (const code of [first, second]) service.put(code, record)
  await till.provision(service.url)
  const { page } = await till.open()
  await untilCounter(page)
  await lookUp(page, first)
  await page.getByRole('button', { name: 'More' }).click()
  const more = page.getByRole('region', { name: 'More', exact: true })
  await expect(more).toContainText('s••••@example.org')
  // What main says to the page, asked by the page itself.
  const told = await page.evaluate(
    async ([code, token]) => {
      const { tillside } = window as unknown as { tillside: BridgeApi }
      const lookup = crypto.randomUUID()
      const found = await tillside.call('lookup:find', { lookup, code, match: 'automatic', typed: false })
      const recent = await tillside.call('lookup:recent')
      const others = await tillside.call('lookup:private', { lookup: crypto.randomUUID() })
      const refused = await tillside.call('lookup:private', { lookup })
      await tillside.call('rights:begin', { with: 'token', stored: token })
      const asked = await tillside.call('lookup:private', { lookup })
      await tillside.call('rights:end')
      return { unasked: JSON.stringify([found, recent, others, refused]), asked: JSON.stringify(asked) }
    },
    [first, tokenOfTill] as const,
  )
  expect(told.unasked).not.toMatch(secret)
  expect(told.unasked).toContain('act_needs_role')
  expect([told.asked.includes('someone@example.org'), told.asked.includes('PIN-KEY')]).toEqual([true, false])

  await lookUp(page, first)
  const show = more.getByRole('button', { name: 'Show who paid' })
  if (!(await more.isVisible())) await page.getByRole('button', { name: 'More' }).click()
  await show.click()
  await showProof(page, 'token', tokenOfTill)
  await expect(more).toContainText('someone@example.org')
  await expect(more).toContainText('2088102913345678')
  await expect(show).toBeHidden()

  await lookUp(page, second)
  if (!(await more.isVisible())) await page.getByRole('button', { name: 'More' }).click()
  await expect(more).toContainText('s••••@example.org')
  await expect(more).not.toContainText(secret)
  await expect(more).toContainText('Present, not shown')
})
