/** The store's rules and reasons, as a manager sets them, and the form that offers the reasons. */
import type { Page } from '@playwright/test'
import type { Language } from '../../src/shared/base/languages'
import { presetRules } from '../../src/shared/people/rules'
import { confirmByKeys, lookUp, refundForm } from '../fixtures/counter'
import { expect, type Till, test } from './played/page'

const sections: Readonly<
  Record<Language, { readonly settings: string; readonly rules: string; readonly careful: string }>
> = {
  en: { settings: 'Settings', rules: 'Rules for refunds', careful: 'Careful' },
  'zh-Hant-HK': { settings: '設定', rules: '退款規則', careful: '謹慎' },
  'zh-Hans': { settings: '设置', rules: '退款规则', careful: '谨慎' },
  ja: { settings: '設定', rules: '返金のルール', careful: '慎重' },
}

async function openRules(till: Till, language: Language) {
  const { settings, rules } = sections[language]
  const page: Page = await till.open({ language })
  await page.getByRole('link', { name: settings, exact: true }).click()
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: rules }) })
    .last()
  await section.scrollIntoViewIfNeeded()
  return { page, section }
}

for (const language of ['en', 'zh-Hant-HK', 'zh-Hans', 'ja'] as const) {
  test(`a manager is done with the rules in two presses, in ${language}`, async ({ till }) => {
    const { section } = await openRules(till, language)
    await section.getByRole('button', { name: sections[language].careful }).click()
    await section.locator('button.button-go').click()
    await expect
      .poll(() => till.main.asked('settings:save'))
      .toEqual([{ rules: presetRules('careful', 'HKD') }])
  })
}

test('the form offers the store’s own reasons in their order, by their digits', async ({ till }) => {
  till.main.change({ reasons: ['Wrong colour', 'damaged', 'other'] })
  const page = await till.open()
  await lookUp(page, '483920174462')
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
