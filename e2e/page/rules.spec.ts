import { sentences } from '../../src/shared/languages/en'
import { presetRules } from '../../src/shared/people/rules'
import { confirmByKeys, refundForm } from '../fixtures/counter'
import { expect, openReceipt, test } from './played/page'

test('a manager is done with the rules in two presses', async ({ till }) => {
  const { shell, settings } = sentences
  const page = await till.open()
  await page.getByRole('link', { name: shell.settings, exact: true }).click()
  const section = page.getByRole('region', { name: settings.rules.title })
  await section.getByRole('button', { name: settings.rules.preset.careful }).click()
  await section.locator('button.button-go').click()
  await expect
    .poll(() => till.main.asked('settings:save'))
    .toEqual([{ rules: presetRules('careful', 'HKD') }])
})

test('the currency typed again keeps what else was typed in the rules', async ({ till }) => {
  const { limits, currency, above } = sentences.settings.rules
  till.main.change({ rules: presetRules('careful', 'HKD') })
  const page = await till.open()
  await page.getByRole('link', { name: sentences.shell.settings, exact: true }).click()
  const days = page.getByRole('region', { name: limits.age }).getByLabel(above.second)
  await days.fill('77')
  for (const typed of ['HK', 'HKD']) await page.getByLabel(currency).fill(typed)
  await expect(days).toHaveValue('77')
})

test('the form offers the store’s own reasons in their order, by their digits', async ({ till }) => {
  till.main.change({ reasons: ['Wrong colour', 'damaged', 'other'] })
  const page = await openReceipt(till, '483920174462')
  await page.keyboard.press('r')
  const reasons = refundForm(page).locator('.reason-part').getByRole('radio')
  await expect(reasons).toHaveCount(3)
  await page.keyboard.press('1')
  await expect(reasons.first()).toBeChecked()
  await confirmByKeys(page)
  await expect
    .poll(() => till.main.asked('refund:issue').map(({ reason }) => reason))
    .toEqual([{ code: 'Wrong colour', text: '' }])
})
