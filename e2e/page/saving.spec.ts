import type { Page } from '@playwright/test'
import { fail } from '../../src/shared/base/result'
import type { BridgeApi } from '../../src/shared/contract/contract'
import { anOutage } from '../../src/shared/testing/outage-sample'
import { pressByHand, typeByHand } from '../fixtures/counter'
import { showProof } from '../fixtures/supervisor'
import { expect, openAt, test } from './played/page'
import { pin } from './played/played-people'

const region = (page: Page, name: string) => page.getByRole('region', { name })
const savedIn = (page: Page, name: string) => region(page, name).getByText('Saved', { exact: true })

test('what is typed is saved by Enter, which is said beside the button, and put back by Esc', async ({
  till,
}) => {
  const page = await openAt(till, 'Settings')
  const cashier = page.getByRole('textbox', { name: 'Cashier' })
  await cashier.focus()
  await typeByHand(page, 'Mei')
  await page.keyboard.press('Escape')
  await expect(cashier).toHaveValue('')
  await expect(cashier).toBeFocused()
  await typeByHand(page, 'Mei')
  await pressByHand(page, 'Enter')
  await expect(savedIn(page, 'This till')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Mei')
  await typeByHand(page, '!')
  await expect(savedIn(page, 'This till')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(cashier).toHaveValue('Mei')
  // Nothing is left to restore, so the next Escape leaves.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: 'Scan or type a code' })).toBeVisible()
})

test('what is chosen or ticked holds at once', async ({ till }) => {
  const page = await openAt(till, 'Settings')
  const size = page.getByRole('combobox', { name: 'Text size' })
  await size.selectOption('115 %')
  await expect(size).toHaveValue('115')
  const paper = page.getByRole('combobox', { name: 'Paper', exact: true })
  await paper.selectOption('A4')
  await expect(paper).toHaveValue('a4')
})

test('what is typed while a form is being saved is kept, and a failure is told where the form was left meanwhile', async ({
  till,
}) => {
  const page = await openAt(till, 'Settings')
  const save = region(page, 'This till').getByRole('button', { name: 'Save', exact: true })
  const cashier = page.getByRole('textbox', { name: 'Cashier' })
  await cashier.fill('Mei')
  const answer = till.main.hold('settings:save')
  await save.click()
  await cashier.fill('Zoe')
  answer()
  await expect(page.getByRole('banner')).toContainText('Mei')
  await expect(cashier).toHaveValue('Zoe')
  till.main.answer('settings:save', () => fail({ kind: 'settings_not_saved', detail: 'The disk is full' }))
  const refuse = till.main.hold('settings:save')
  await save.click()
  await page.getByRole('link', { name: 'Counter' }).click()
  refuse()
  await expect(page.getByText('The disk is full')).toBeVisible()
})

test('a supervisor unlocks Settings before changing anything, and locks them again', async ({ till }) => {
  const page = await openAt(till, 'Settings')
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await showProof(page, 'PIN', pin)
  await expect(page.getByText('Unlocked for a manager')).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Till name' })
  await name.fill('Peak Road')
  await region(page, 'This till').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('banner')).toContainText('Peak Road')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await showProof(page, 'PIN', pin)
  await page.getByText('Unlocked for a manager').waitFor()
  // As after two idle minutes.
  await page.evaluate(() =>
    (window as unknown as { readonly tillside: BridgeApi }).tillside.call('rights:end'),
  )
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
})

test('a list of codes is chosen from the disk, the same one again too', async ({ till }) => {
  const page = await openAt(till, 'Settings')
  for (const text of ['A1\nA2', 'A3\nA4']) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a list…' }).click()
    await (await chooser).setFiles({ name: 'today.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect.poll(() => till.main.asked('outage:take-list').at(-1)?.content).toEqual(Buffer.from(text))
  }
  await expect(page.getByText('2 codes loaded from “today.csv”')).toBeVisible()
})

test('the codes of a list are paused, continued, and dropped once a person has said so twice', async ({
  till,
}) => {
  const { main } = till
  const counts = { waiting: 3, found: 1, saved: 0, not_found: 0, unread: 0 }
  main.outage = anOutage({ work: { at: 'working' }, counts })
  const page = await openAt(till, 'Settings')
  const lists = region(page, 'Offline receipts')
  await expect(page.getByRole('button', { name: 'Saving receipts: 1 of 4' })).toBeVisible()
  await lists.getByRole('button', { name: 'Pause' }).click()
  main.outage = anOutage({ work: { at: 'paused' }, counts })
  main.tell({ kind: 'outage:changed', value: main.outage })
  await expect(page.getByRole('button', { name: 'Saving receipts: paused' })).toBeVisible()
  await lists.getByRole('button', { name: 'Continue' }).click()
  for (const place of [lists, page.getByRole('dialog')])
    await place.getByRole('button', { name: 'Stop preparing' }).click()
  await expect
    .poll(() => main.asked('outage:steer').map(({ to }) => to))
    .toEqual(['pause', 'resume', 'clear'])
})
