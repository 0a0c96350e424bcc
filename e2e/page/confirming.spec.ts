/** What confirms a refund and what never does (architecture.md, "Keys"). */
import type { Page } from '@playwright/test'
import {
  amountField,
  confirmByKeys,
  fillPart,
  outcomeHeading,
  refundForm,
  scan,
  sendingPanel,
} from '../fixtures/counter'
import { pause } from '../fixtures/pause'
import { typeLikeScanner } from '../fixtures/type-like-scanner'
import { expect, openReceipt, type Till, test } from './played/page'

const example = '483920174462'
const sent = ({ main }: Till) => main.asked('refund:issue').length
const confirmButton = (page: Page) => refundForm(page).getByRole('button', { name: /^Refund / })

/** A part refund that only needs confirming. */
async function openWholeForm(till: Till): Promise<Page> {
  const page = await openReceipt(till, example)
  await fillPart(page)
  await refundForm(page).getByRole('radio', { name: 'Other' }).click()
  await page.getByRole('textbox', { name: 'Other reason' }).fill('Torn')
  await expect(confirmButton(page)).toBeEnabled()
  return page
}

/** Expects that nothing was sent and the form is unchanged. */
async function expectNothingConfirmed(till: Till, page: Page, where: string): Promise<void> {
  await pause(page, 700)
  await expect(sendingPanel(page), where).toHaveCount(0)
  await expect(refundForm(page), where).toBeVisible()
  await expect(amountField(page), where).toHaveValue('20.25')
  await expect(page.getByRole('textbox', { name: 'Other reason' }), where).toHaveValue('Torn')
  expect([where, sent(till)]).toEqual([where, 0])
}

const controls = [
  { where: 'Amount', of: (page: Page) => amountField(page) },
  { where: 'Other reason', of: (page: Page) => page.getByRole('textbox', { name: 'Other reason' }) },
  { where: 'a radio', of: (page: Page) => refundForm(page).getByRole('radio', { name: 'Part refund' }) },
  { where: 'a reason', of: (page: Page) => refundForm(page).getByRole('radio', { name: 'Other' }) },
  { where: 'the confirm button', of: confirmButton },
] as const

test('Enter confirms nothing, wherever the focus is, and neither does the form by itself', async ({
  till,
}) => {
  const page = await openWholeForm(till)
  for (const { where, of } of controls) {
    await of(page).focus()
    await pause(page, 200)
    for (const key of ['Enter', 'NumpadEnter', 'Shift+Enter']) await page.keyboard.press(key)
    await expectNothingConfirmed(till, page, where)
  }
  await refundForm(page).evaluate((form) => {
    if (form instanceof HTMLFormElement) form.requestSubmit()
  })
  await expectNothingConfirmed(till, page, 'the form')
})

async function holdSpace(page: Page): Promise<void> {
  await confirmButton(page).focus()
  // Each further one is a repeat.
  for (let key = 0; key < 5; key += 1) {
    await page.keyboard.down('Space')
    await pause(page, 60)
  }
  await page.keyboard.up('Space')
}

for (const [name, confirm] of [
  ['Space', (page: Page) => confirmButton(page).press('Space')],
  ['a held Space', holdSpace],
  ['a press', (page: Page) => confirmButton(page).click()],
  // Clicks as assistive technology does, without a pointer or key.
  ['a screen reader', (page: Page) => confirmButton(page).dispatchEvent('click')],
  ['Ctrl+Enter', confirmByKeys],
] as const) {
  test(`${name} confirms, once`, async ({ till }) => {
    const page = await openWholeForm(till)
    await pause(page, 300)
    await confirm(page)
    await expect(outcomeHeading(page)).toHaveText('Refunded')
    expect(till.main.asked('refund:issue').map(({ amount, reason }) => [amount.hundredths, reason])).toEqual([
      [2025, { code: 'other', text: 'Torn' }],
    ])
  })
}

test('a scanner that ends a code with Ctrl+Enter confirms nothing', async ({ till }) => {
  const page = await openWholeForm(till)
  for (const { where, of } of [controls[0], controls[2], controls[4]]) {
    await of(page).focus()
    await scan(page, '12', 100, 'Control+Enter')
    await expect(page.locator('.notice'), where).toContainText('once more')
    await amountField(page).fill('20.25')
    await refundForm(page).getByRole('radio', { name: 'Other' }).click()
    await expectNothingConfirmed(till, page, where)
  }
})

test('a code with spaces in front and inside confirms nothing, at any pace of a scanner', async ({
  till,
}) => {
  const page = await openWholeForm(till)
  for (const pace of [5, 60, 100]) {
    await confirmButton(page).focus()
    await pause(page, 200)
    // Without an ending, after which the form would be gone.
    await typeLikeScanner(page, [...' C 7'], pace)
    await expectNothingConfirmed(till, page, `${pace} ms`)
  }
})
