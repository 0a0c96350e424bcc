import { profiles } from '../../src/practice/switches'
import {
  confirmByKeys,
  fillPart,
  ledgerOf,
  lookUp,
  outcome,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundForm,
  refundPosts,
  scan,
} from '../fixtures/counter'
import { code, test } from '../fixtures/line-to-service'
import { expect } from '../fixtures/till'

const example = { transaction: '483920174462', custom: 'C7719920461' }

test('a scan by each kind of code shows the payment as a receipt @sandbox', async ({ till }) => {
  const service = await till.startService({ switches: profiles.a })
  await till.provision(service.url)
  const { page } = await till.open()
  await lookUp(page, example.transaction)
  await expect(receipt(page)).toContainText('HK$120.50')
  await expect(receipt(page)).toBeFocused()
  await lookUp(page, example.custom)
  const id = service.ledger.find(example.transaction, 'transaction_id')?.facts.id ?? ''
  for (const [kind, scanned] of [
    ['Transaction ID', example.transaction],
    ['Custom ID', example.custom],
    ['Internal ID', id],
  ] as const) {
    await page.getByRole('combobox', { name: 'Code type' }).selectOption(kind)
    await scan(page, scanned)
    await expect(receipt(page)).toContainText('HK$120.50')
    await expect(receipt(page)).toContainText(example.transaction)
  }
})

for (const [name, switches] of Object.entries({ 'profile A': profiles.a, 'profile B': profiles.b })) {
  test(`a full refund is scan, R, a digit and Ctrl+Enter at a service of ${name} @sandbox`, async ({
    till,
  }) => {
    const service = await till.startService({ switches })
    await till.provision(service.url, ['--device-id=till-7'])
    const { page } = await till.open()
    await lookUp(page, example.transaction)
    await page.keyboard.press('r')
    await expect(refundForm(page).getByRole('radio', { name: 'Full refund' })).toBeChecked()
    await page.keyboard.press('1')
    await expect(page.getByRole('button', { name: 'Refund HK$120.50' })).toBeEnabled()
    await confirmByKeys(page)
    await expect(outcomeHeading(page)).toHaveText('Refunded')
    await expect(outcome(page)).toContainText('Refunded HK$120.50')
    const [entry, ...others] = ledgerOf(service, example.transaction)
    expect([entry?.amountHundredths, entry?.deviceId, others.length]).toEqual([12050, 'till-7', 0])
    expect(refundPosts(service)).toBe(1)
    expect(entry?.reason).toMatch(/^R-[0-9A-Z]{10} Damaged item$/)
    await lookUp(page, example.transaction)
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  })
}

test('parts are refunded one after the other, up to the rest, at a service that says it is practice no freer', async ({
  till,
}) => {
  const service = await till.startService({ switches: { ...profiles.a, practiceHeader: 'sent' } })
  await till.provision(service.url)
  const { page } = await till.open()
  for (const [amount, label, asksOnceMore] of [
    ['20.25', 'Refund HK$20.25', false],
    // What a service says of a payment that is refunded in part is not documented: both ask once more.
    ['100.25', 'Refund HK$100.25', true],
  ] as const) {
    await lookUp(page, example.transaction)
    await fillPart(page, amount)
    await page.keyboard.press('Alt+2')
    const confirmation = refundForm(page).getByRole('checkbox')
    const confirm = page.getByRole('button', { name: label })
    await expect(confirmation).toHaveCount(asksOnceMore ? 1 : 0)
    if (asksOnceMore) {
      await expect(confirm).toBeDisabled()
      await confirmation.press('Space')
    }
    await expect(confirm).toBeEnabled()
    await confirmByKeys(page)
    await expect(outcomeHeading(page)).toHaveText('Refunded')
  }
  const amounts = ledgerOf(service, example.transaction).map((line) => line.amountHundredths)
  expect(amounts).toEqual([2025, 10025])
  await expect(page.getByRole('complementary', { name: 'Practice' })).toBeVisible()
})

test('a refund while nobody listens sends nothing, and can be made once somebody does', async ({ line }) => {
  const { page } = await line.open()
  await lookUp(page, code)
  line.proxy.shut()
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Not sent')
  expect([line.proxy.refunds.length, line.entries()]).toEqual([0, 0])
  await line.proxy.reopen()
  // Until the window knows that, a look-up fails as it should; and until the outcome has stood a moment, no scan takes it away.
  await expect(async () => {
    await scan(page, code)
    await expect(outcome(page)).toHaveCount(0, { timeout: 1500 })
    await receipt(page).filter({ hasText: code }).waitFor({ timeout: 1500 })
  }).toPass({ timeout: 20_000 })
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
})
