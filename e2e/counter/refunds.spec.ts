import { profileA, profileB } from '../../src/practice/profiles'
import {
  lookUp,
  outcome,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundForm,
  refundPosts,
  scan,
  untilCounter,
} from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const example = { transaction: '483920174462', custom: 'C7719920461' }

for (const [name, switches] of Object.entries({ 'profile A': profileA, 'profile B': profileB })) {
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
        await page.getByRole('radiogroup', { name: 'Match' }).getByRole('radio', { name: kind }).click()
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
      await page.keyboard.press('Control+Enter')
      await expect(outcomeHeading(page)).toHaveText('Refunded')
      await expect(outcome(page)).toContainText('Refunded HK$120.50')
      const [entry, ...others] = service.ledger
        .entries()
        .filter((line) => line.transactionId === example.transaction)
      expect([entry?.amountHundredths, others.length, refundPosts(service)]).toEqual([12050, 0, 1])
      expect(entry?.reason).toMatch(/^R-[0-9A-Z]{10} Damaged item$/)
      await lookUp(page, example.transaction)
      await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
    })

    test('parts are refunded one after the other, up to the rest', async ({ till }) => {
      const service = await till.startService({ switches })
      await till.provision(service.url)
      const { page } = await till.open()
      for (const [amount, label] of [
        ['20.25', 'Refund HK$20.25'],
        ['100.25', 'Refund HK$100.25'],
      ] as const) {
        await lookUp(page, example.transaction)
        await page.keyboard.press('r')
        await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
        await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
        await page.keyboard.press('Alt+2')
        const confirmation = refundForm(page).getByRole('checkbox')
        if ((await confirmation.count()) > 0) await confirmation.press('Space')
        await expect(page.getByRole('button', { name: label })).toBeEnabled()
        await page.keyboard.press('Control+Enter')
        await expect(outcomeHeading(page)).toHaveText('Refunded')
      }
      const amounts = service.ledger
        .entries()
        .filter((line) => line.transactionId === example.transaction)
        .map((line) => line.amountHundredths)
      expect(amounts).toEqual([2025, 10025])
    })
  })
}

test('the receipt that was withdrawn by a scan can not be refunded', async ({ till }) => {
  const service = await till.startService({ pace: 1 })
  await till.provision(service.url)
  const { page } = await till.open()
  await lookUp(page, example.transaction)
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Refund HK$120.50' }).waitFor()
  // A scan is told from a key pressed by hand by the pause before it.
  await page.waitForTimeout(400)
  await scan(page, 'PRACTICE-SLOW')
  await page.keyboard.press('Control+Enter')
  await expect(receipt(page)).toHaveCount(0)
  await receipt(page).filter({ hasText: 'PRACTICE-SLOW' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.waitForTimeout(500)
  expect(refundPosts(service)).toBe(0)
})

test('a lost answer locks the payment wherever it is looked up, and shows later decide it', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url)
  const { page } = await till.open()
  await lookUp(page, 'PRACTICE-DROP-AFTER')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  await expect(outcome(page)).toContainText('Do not refund on any till')
  await expect(outcomeHeading(page)).toHaveText('Refunded', { timeout: 20_000 })
  expect(refundPosts(service)).toBe(1)
})

test('nobody listening is said in words, and nothing was sent', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url)
  await service.stop()
  const { page } = await till.open()
  await untilCounter(page)
  await scan(page, example.transaction)
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('Offline')
  await expect(receipt(page)).toHaveCount(0)
})
