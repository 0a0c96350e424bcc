import { profiles } from '../../src/practice/switches'
import { openConnected } from '../fixtures/connected'
import {
  confirmByKeys,
  ledgerOf,
  lookUp,
  outcome,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundForm,
  refundPosts,
  scan,
  untilCounter,
  untilServiceIsBack,
} from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const example = { transaction: '483920174462', custom: 'C7719920461' }

for (const [name, switches] of Object.entries({ 'profile A': profiles.a, 'profile B': profiles.b })) {
  test.describe(`a service of ${name}`, () => {
    test('a scan by each kind of code shows the payment as a receipt @sandbox', async ({ till }) => {
      const service = await till.startService({ switches })
      await till.provision(service.url)
      const { page } = await till.open()
      await lookUp(page, example.transaction)
      await expect(receipt(page)).toContainText('HK$120.50')
      await expect(receipt(page)).toBeFocused()
      await lookUp(page, example.custom)
      const id = service.ledger.find(example.transaction, 'transaction_id')?.facts.id ?? ''
      for (const [kind, code] of [
        ['Transaction ID', example.transaction],
        ['Custom ID', example.custom],
        ['Internal ID', id],
      ] as const) {
        await page.getByRole('combobox', { name: 'Code type' }).selectOption(kind)
        await scan(page, code)
        await expect(receipt(page)).toContainText('HK$120.50')
        await expect(receipt(page)).toContainText(example.transaction)
      }
    })

    test('a full refund is scan, R, a digit and Ctrl+Enter @sandbox', async ({ till }) => {
      const service = await till.startService({ switches })
      await till.provision(service.url)
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
      expect([entry?.amountHundredths, others.length, refundPosts(service)]).toEqual([12050, 0, 1])
      expect(entry?.reason).toMatch(/^R-[0-9A-Z]{10} Damaged item$/)
      await lookUp(page, example.transaction)
      await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
    })

    test('parts are refunded one after the other, up to the rest', async ({ till }) => {
      const service = await till.startService({ switches })
      await till.provision(service.url)
      const { page } = await till.open()
      for (const [amount, label, asksOnceMore] of [
        ['20.25', 'Refund HK$20.25', false],
        // What a service says of a payment that is refunded in part is not documented: both ask once more.
        ['100.25', 'Refund HK$100.25', true],
      ] as const) {
        await lookUp(page, example.transaction)
        await page.keyboard.press('r')
        await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
        await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
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
    })
  })
}

test('the receipt that was withdrawn by a scan cannot be refunded', async ({ till }) => {
  const service = await till.startService()
  const line = await till.startLine(service)
  await till.provision(line.url)
  const { page } = await till.open()
  await lookUp(page, example.transaction)
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Refund HK$120.50' }).waitFor()
  line.hold('GET')
  // A scan is told from a key pressed by hand by the pause before it.
  await page.waitForTimeout(400)
  await scan(page, 'DEMO-TIPS')
  await expect(receipt(page)).toHaveCount(0)
  await confirmByKeys(page)
  line.release()
  await receipt(page).filter({ hasText: 'DEMO-TIPS' }).waitFor()
  await confirmByKeys(page)
  // This service answers at once: what had been confirmed would have arrived by now.
  await page.waitForTimeout(1000)
  await expect(receipt(page)).toBeVisible()
  await expect(page.getByRole('region', { name: /Sending|Outcome/ })).toHaveCount(0)
  expect([refundPosts(service), ledgerOf(service, example.transaction).length]).toEqual([0, 0])
})

test('another reason is sent in the cashier’s own words, and none is sent without words', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await lookUp(page, example.transaction)
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  const words = refundForm(page).getByRole('textbox', { name: 'Other reason' })
  await expect(words).toHaveCount(0)
  await page.keyboard.press('6')
  await expect(words).toBeFocused()
  const confirm = page.getByRole('button', { name: 'Refund HK$120.50' })
  for (const nothing of ['', '   ']) {
    await words.fill(nothing)
    await expect(confirm).toBeDisabled()
    await expect(refundForm(page)).toContainText('Type the reason.')
    await confirmByKeys(page)
    await page.waitForTimeout(700)
    await expect(refundForm(page)).toBeVisible()
    expect(refundPosts(service)).toBe(0)
  }
  await words.fill('  Torn at the seam, bag 2 ')
  await confirmByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  const [entry, ...others] = ledgerOf(service, example.transaction)
  expect([entry?.reason, others.length]).toEqual([
    expect.stringMatching(/^R-[0-9A-Z]{10} Torn at the seam, bag 2$/),
    0,
  ])
})

test('a lost answer locks the payment wherever it is looked up, and shows later decide it', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await lookUp(page, 'PRACTICE-DROP-AFTER')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  await expect(outcome(page)).toContainText('Do not refund on any till')
  await expect(outcomeHeading(page)).toHaveText('Refunded', { timeout: 20_000 })
  expect(refundPosts(service)).toBe(1)
})

test('nobody listening is said in words', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url)
  await service.stop()
  const { page } = await till.open()
  await untilCounter(page)
  await scan(page, example.transaction)
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Offline')
  await expect(receipt(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Can’t reach the payment service' })).toBeVisible()
})

test('a refund while nobody listens sends nothing, and can be made once somebody does', async ({ till }) => {
  const service = await till.startService()
  const line = await till.startLine(service)
  await till.provision(line.url)
  const { page } = await till.open()
  await lookUp(page, example.transaction)
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  await line.cut()
  await confirmByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Not sent')
  expect([refundPosts(service), ledgerOf(service, example.transaction).length]).toEqual([0, 0])
  await line.mend()
  await untilServiceIsBack(page, example.transaction)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect([refundPosts(service), ledgerOf(service, example.transaction).length]).toEqual([1, 1])
})
