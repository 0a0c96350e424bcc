import type { Page } from '@playwright/test'
import {
  amountField,
  lookUp,
  pressByHand,
  receipt,
  refundForm,
  scan,
  scanField,
  typeByHand,
} from '../fixtures/counter'
import { expect, openCounter, test } from './played/page'

const example = '483920174462'
/** Starts with a shortcut and continues with digits of reasons. */
const awkward = 'R4831652'
/** Starts as one of the code types does. */
const likeType = 'T4831652'

const places = [
  ['a button', awkward, (page: Page) => page.getByRole('button', { name: 'Refund', exact: true })],
  ['a list to choose from', likeType, (page: Page) => page.getByRole('combobox', { name: 'Code type' })],
  ['the scan field', awkward, scanField],
] as const

test('a scan is a lookup wherever the focus is, and nothing else', async ({ till }) => {
  for (const custom_id of [awkward, likeType]) till.main.service.add({ custom_id, amount: 990 })
  const page = await till.open()
  for (const [name, code, fieldOf] of places) {
    await lookUp(page, example)
    await fieldOf(page).focus()
    await scan(page, code, 30)
    await expect(receipt(page), name).toContainText('HK$9.90')
    await expect(refundForm(page), name).toHaveCount(0)
    await expect(scanField(page), name).toHaveValue('')
  }
  await lookUp(page, example)
  await page.keyboard.press('r')
  await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
  const amount = amountField(page)
  // The scan closes the form; the detached field keeps its last value.
  const field = await amount.elementHandle()
  await amount.fill('20.25')
  await amount.focus()
  await scan(page, awkward, 30)
  await expect(receipt(page), 'the amount').toContainText('HK$9.90')
  await expect(refundForm(page)).toHaveCount(0)
  expect(await field?.evaluate((input) => Reflect.get(input, 'value'))).toBe('20.25')
  expect(till.main.asked('refund:issue')).toEqual([])
})

test('a code may be typed slowly, or pasted, with spaces around it', async ({ till }) => {
  const page = await openCounter(till)
  await scanField(page).click()
  await typeByHand(page, example)
  await pressByHand(page, 'Enter')
  await expect(receipt(page)).toContainText('HK$120.50')
  await page.keyboard.press('Escape')
  await expect(receipt(page)).toHaveCount(0)
  await scanField(page).focus()
  // As a paste arrives: at once, without keys.
  await page.keyboard.insertText('  C7719920461\t')
  await pressByHand(page, 'Enter')
  await expect(receipt(page)).toContainText('HK$120.50')
  expect(till.main.asked('lookup:find').map(({ code }) => code)).toEqual([example, 'C7719920461'])
})

test('a code that another window interrupts is typed on', async ({ till }) => {
  const page = await openCounter(till)
  await scanField(page).click()
  await typeByHand(page, example.slice(0, 5))
  // Blurs and refocuses the field as the window does.
  await scanField(page).evaluate((field) => {
    for (const kind of ['focusout', 'focusin']) field.dispatchEvent(new FocusEvent(kind, { bubbles: true }))
  })
  await typeByHand(page, example.slice(5))
  await pressByHand(page, 'Enter')
  await expect(receipt(page)).toContainText('HK$120.50')
})
