import type { Page } from '@playwright/test'
import { openConnected } from '../fixtures/connected'
import {
  confirmByKeys,
  lookUp,
  outcomeHeading,
  receipt,
  refundForm,
  refundPosts,
  scan,
  scanField,
} from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const example = '483920174462'
/** Begins with a shortcut and goes on with the digits of reasons. */
const awkward = 'R4831652'

type Place = { readonly name: string; readonly focus: (page: Page) => Promise<void> }

const places: readonly Place[] = [
  { name: 'a button', focus: (page) => page.getByRole('button', { name: 'Refund', exact: true }).focus() },
  {
    name: 'a list to choose from',
    focus: (page) => page.getByRole('combobox', { name: 'Code type' }).focus(),
  },
  { name: 'the scan field', focus: (page) => scanField(page).focus() },
]

test('the letters of a scan choose no code type, though one begins with the first of them', async ({
  till,
}) => {
  const service = await till.startService()
  service.ledger.addTransaction({ custom_id: 'T4831652', amount: 990 })
  await till.provision(service.url)
  const { page } = await till.open()
  await lookUp(page, example)
  await page.getByRole('combobox', { name: 'Code type' }).focus()
  await scan(page, 'T4831652', 30)
  await expect(receipt(page)).toContainText('HK$9.90')
})

for (const pace of [5, 30, 80, 100]) {
  test(`a scan at ${pace} ms a key is a lookup wherever the focus is, and nothing else`, async ({ till }) => {
    const service = await till.startService()
    service.ledger.addTransaction({ custom_id: awkward, amount: 990 })
    await till.provision(service.url)
    const { page } = await till.open()
    for (const { name, focus } of places) {
      await lookUp(page, example)
      await focus(page)
      await page.waitForTimeout(600)
      await scan(page, awkward, pace)
      await expect(receipt(page), name).toContainText('HK$9.90')
      await expect(refundForm(page), name).toHaveCount(0)
      await expect(scanField(page), name).toHaveValue('')
    }
    await lookUp(page, example)
    await page.keyboard.press('r')
    await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
    const amount = page.getByRole('textbox', { name: 'Amount' })
    // The form goes with the scan; the field itself still tells what it held at last.
    const field = await amount.elementHandle()
    const held = () => field?.evaluate((input) => (input instanceof HTMLInputElement ? input.value : null))
    await amount.fill('20.25')
    await amount.focus()
    await page.waitForTimeout(600)
    await scan(page, awkward, pace)
    await expect(receipt(page), 'the amount').toContainText('HK$9.90')
    await expect(refundForm(page)).toHaveCount(0)
    expect(await held()).toBe('20.25')
    expect(refundPosts(service)).toBe(0)
  })
}

test('a scan that lands in a field of Settings gives the field its text back', async ({ till }) => {
  const { page } = await openConnected(till)
  await page.getByRole('link', { name: 'Settings' }).click()
  const name = page.getByRole('textbox', { name: 'Store name' })
  await name.fill('Harbour Road')
  // The scan leaves Settings; the field itself still tells what it held at last.
  const field = await name.elementHandle()
  const held = () => field?.evaluate((input) => (input instanceof HTMLInputElement ? input.value : null))
  await page.waitForTimeout(600)
  await scan(page, example, 10)
  await expect(receipt(page)).toContainText('HK$120.50')
  expect(await held()).toBe('Harbour Road')
})

test('a code may be typed slowly, or pasted, with spaces around it', async ({ till }) => {
  const { page, app } = await openConnected(till)
  await scanField(page).click()
  await page.keyboard.type(example, { delay: 220 })
  await page.waitForTimeout(400)
  await page.keyboard.press('Enter')
  await expect(receipt(page)).toContainText('HK$120.50')
  await page.keyboard.press('Escape')
  await expect(receipt(page)).toHaveCount(0)
  await app.evaluate(({ clipboard }) => clipboard.writeText('  C7719920461\t'))
  await scanField(page).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await page.waitForTimeout(400)
  await page.keyboard.press('Enter')
  await expect(receipt(page)).toContainText('HK$120.50')
})

test('a scan while a refund is being sent is refused in words and disturbs nothing', async ({ till }) => {
  const service = await till.startService({ pace: 1 })
  await till.provision(service.url)
  const { page } = await till.open()
  await lookUp(page, 'PRACTICE-SLOW')
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  await confirmByKeys(page)
  await page.getByRole('region', { name: 'Sending' }).waitFor()
  await page.waitForTimeout(400)
  await scan(page, example)
  await expect(page.getByText(/being sent/i).first()).toBeVisible()
  await expect(outcomeHeading(page)).toHaveText('Refunded', { timeout: 20_000 })
  expect([refundPosts(service), await receipt(page).count()]).toEqual([1, 0])
})

test('the scanner can be tested in Settings', async ({ till }) => {
  const { page } = await openConnected(till)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Test the scanner' }).click()
  await page.waitForTimeout(600)
  await scan(page, example, 10)
  await expect(page.getByText(example).first()).toBeVisible()
  await expect(receipt(page)).toHaveCount(0)
})
