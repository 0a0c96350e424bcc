/** What confirms a refund and what never does (architecture.md, "Keys"). */
import type { Page } from '@playwright/test'
import type { PracticeService } from '../../src/practice/start-practice-service'
import { openConnected } from '../fixtures/connected'
import {
  confirmByKeys,
  ledgerOf,
  lookUp,
  outcomeHeading,
  refundForm,
  refundPosts,
  scan,
} from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const example = '483920174462'

/** The form of a part refund that needs nothing more than to be confirmed; its service answers at once. */
async function openWholeForm(page: Page): Promise<void> {
  await lookUp(page, example)
  await page.keyboard.press('r')
  await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('20.25')
  await refundForm(page).getByRole('radio', { name: 'Other' }).click()
  await page.getByRole('textbox', { name: 'Other reason' }).fill('Torn')
  await expect(confirmButton(page)).toBeEnabled()
}

const confirmButton = (page: Page) => refundForm(page).getByRole('button', { name: /^Refund / })

/** In a time in which this service has answered many refunds, none was sent and the form is as it was. */
async function expectNothingConfirmed(page: Page, service: PracticeService, where: string): Promise<void> {
  await page.waitForTimeout(700)
  await expect(page.getByRole('region', { name: 'Sending' }), where).toHaveCount(0)
  await expect(refundForm(page), where).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Amount' }), where).toHaveValue('20.25')
  await expect(page.getByRole('textbox', { name: 'Other reason' }), where).toHaveValue('Torn')
  expect([where, refundPosts(service), ledgerOf(service, example).length]).toEqual([where, 0, 0])
}

const controls = [
  { where: 'Amount', of: (page: Page) => page.getByRole('textbox', { name: 'Amount' }) },
  { where: 'Other reason', of: (page: Page) => page.getByRole('textbox', { name: 'Other reason' }) },
  { where: 'a radio', of: (page: Page) => refundForm(page).getByRole('radio', { name: 'Part refund' }) },
  { where: 'a reason', of: (page: Page) => refundForm(page).getByRole('radio', { name: 'Other' }) },
  { where: 'the confirm button', of: confirmButton },
] as const

test('Enter confirms nothing, wherever the focus is, and neither does the form by itself', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await openWholeForm(page)
  for (const { where, of } of controls) {
    await of(page).focus()
    await page.waitForTimeout(200)
    for (const key of ['Enter', 'NumpadEnter', 'Shift+Enter']) await page.keyboard.press(key)
    await expectNothingConfirmed(page, service, where)
  }
  await refundForm(page).evaluate((form) => {
    if (form instanceof HTMLFormElement) form.requestSubmit()
  })
  await expectNothingConfirmed(page, service, 'the form')
})

test('Enter presses other buttons, as everywhere', async ({ till }) => {
  const { page, service } = await openConnected(till)
  await openWholeForm(page)
  await refundForm(page).getByRole('button', { name: 'Back' }).focus()
  await page.waitForTimeout(200)
  await page.keyboard.press('Enter')
  await expect(refundForm(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Refund', exact: true }).focus()
  await page.waitForTimeout(200)
  await page.keyboard.press('Enter')
  await expect(refundForm(page)).toBeVisible()
  await page.getByRole('link', { name: 'Activity' }).focus()
  await page.waitForTimeout(200)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  expect(refundPosts(service)).toBe(0)
})

for (const [name, confirm] of [
  ['Space', (page: Page) => confirmButton(page).press('Space')],
  ['a press', (page: Page) => confirmButton(page).click()],
  // How assistive technology presses: a click that no pointer and no key made.
  ['a screen reader', (page: Page) => confirmButton(page).dispatchEvent('click')],
  ['Ctrl+Enter', confirmByKeys],
] as const) {
  test(`${name} confirms, once`, async ({ till }) => {
    const { page, service } = await openConnected(till)
    await openWholeForm(page)
    await page.waitForTimeout(300)
    await confirm(page)
    await expect(outcomeHeading(page)).toHaveText('Refunded')
    expect([refundPosts(service), ledgerOf(service, example).length]).toEqual([1, 1])
  })
}

for (const pace of [5, 30, 80, 100]) {
  test(`a scanner that ends a code with Ctrl+Enter confirms nothing at ${pace} ms a key`, async ({
    till,
  }) => {
    const { page, service } = await openConnected(till)
    await openWholeForm(page)
    for (const { where, of } of [controls[0], controls[2], controls[4]]) {
      await of(page).focus()
      await page.waitForTimeout(300)
      await scan(page, '12', pace, 'Control+Enter')
      await expect(page.locator('.notice'), where).toContainText('once more')
      await page.getByRole('textbox', { name: 'Amount' }).fill('20.25')
      await refundForm(page).getByRole('radio', { name: 'Other' }).click()
      await expectNothingConfirmed(page, service, where)
    }
  })
}

test('a digit and Ctrl+Enter in one go picks the reason, says to press once more, and then refunds', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await lookUp(page, example)
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Control+Enter')
  await expect(refundForm(page).getByRole('radio', { name: 'Wrong item' })).toBeChecked()
  await expect(page.locator('.notice')).toContainText('Press Ctrl ↵ once more')
  expect(refundPosts(service)).toBe(0)
  await confirmByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect(ledgerOf(service, example).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^R-[0-9A-Z]{10} Wrong item$/),
  ])
})

test('a Ctrl+Enter that is held down sends one refund', async ({ till }) => {
  const service = await till.startService({ pace: 1 })
  await till.provision(service.url)
  const { page } = await till.open()
  await lookUp(page, 'PRACTICE-SLOW')
  await page.keyboard.press('r')
  await refundForm(page).waitFor()
  await page.keyboard.press('1')
  await expect(confirmButton(page)).toBeEnabled()
  await page.waitForTimeout(400)
  await page.keyboard.down('Control')
  for (let repeats = 0; repeats < 8; repeats += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await expect(outcomeHeading(page)).toHaveText('Refunded', { timeout: 20_000 })
  expect(refundPosts(service)).toBe(1)
})

test('keys do nothing behind a dialog or from another place, and the refund that was begun waits', async ({
  till,
}) => {
  const { page, service } = await openConnected(till)
  await openWholeForm(page)
  const pressAll = async () => {
    for (const key of ['1', 'Alt+2', 'r', 'p', 'l', 'Control+Enter']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(200)
    }
  }
  await confirmButton(page).focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.waitFor()
  await pressAll()
  await expect(dialog).toBeVisible()
  expect(refundPosts(service)).toBe(0)
  await page.keyboard.press('Escape')
  for (const place of ['Activity', 'Search', 'Settings']) {
    await page.getByRole('link', { name: place }).click()
    await page.getByRole('link', { name: place }).focus()
    await pressAll()
    await expect(page.getByRole('link', { name: place, exact: false })).toHaveAttribute(
      'aria-current',
      'page',
    )
    expect(refundPosts(service), place).toBe(0)
  }
  await page.getByRole('link', { name: 'Counter' }).click()
  await expect(refundForm(page).getByRole('radio', { name: 'Other' })).toBeChecked()
  await expectNothingConfirmed(page, service, 'afterwards')
})
