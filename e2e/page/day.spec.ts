/** The day report in Activity, in every language and on paper. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { languages } from '../../src/shared/base/languages'
import { sentences as en, type Words } from '../../src/shared/languages/en'
import { untilCounter } from '../fixtures/counter'
import { misfits } from '../fixtures/fit'
import { sizes } from '../fixtures/window'
import { expect, type Till, test } from './played/page'
import { served } from './played/screens'
import { wordsIn } from './played/speaking'

const example = '483920174462'

/** Refunds of the 18th and of today, covering every part of a report. */
function makeRefunds({ main }: Till): void {
  const older = new Date(2026, 10, 18, 10, 20).getTime()
  main.addAttempt(example, { createdAt: older })
  main.addAttempt(example, { state: 'unconfirmed', createdAt: older + 60_000 }, 1000)
  main.addAttempt(example, { slips: 3 })
  main.addAttempt('DEMO-PART', {
    state: 'refused',
    refusal: { httpStatus: 422, message: 'Not enough unsettled funds' },
  })
}

async function toActivity(page: Page, { shell }: Words = en): Promise<void> {
  await page.getByRole('link', { name: shell.activity }).click()
  await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor()
}

test('any day is chosen, and its figures stand beside its list', async ({ till }) => {
  makeRefunds(till)
  const page = await till.open()
  await untilCounter(page)
  await toActivity(page)
  await page.getByRole('radio', { name: 'Choose dates' }).click()
  await page.getByLabel('From', { exact: true }).fill('2026-11-18')
  await page.getByLabel('To', { exact: true }).fill('2026-11-18')
  const day = page.getByRole('complementary')
  await expect(day.getByRole('heading', { level: 2 })).toContainText('18 Nov 2026')
  await expect(day).toContainText('1 refund')
  await expect(day.getByRole('row', { name: /^10:00/ })).toContainText('HK$120.50')
  const open = till.main.attempts.find(({ state }) => state === 'unconfirmed')
  await expect(day).toContainText(open?.intent.marker ?? 'none')
})

test('the list of today is the new day’s after midnight, as its figures are', async ({ till }) => {
  makeRefunds(till)
  const page = await till.open()
  await untilCounter(page)
  await toActivity(page)
  await page.getByRole('radio', { name: 'Today' }).click()
  const day = new Date(await page.evaluate(() => Date.now()))
  const midnight = (days: number) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime()
  const listedFrom = () => till.main.asked('activity:page').at(-1)?.from
  await expect.poll(listedFrom).toBe(midnight(0))
  await page.clock.fastForward('24:00:00')
  await expect.poll(listedFrom).toBe(midnight(1))
})

test('a closed shift is shown afterwards and never before, stays through Escape, and is printed while the till is locked', async ({
  till,
}) => {
  Object.assign(till.main.app, { people: served })
  makeRefunds(till)
  const page = await till.open()
  await untilCounter(page)
  await expect(page.getByRole('complementary')).not.toContainText('Refunded today')
  await page.getByRole('link', { name: 'Activity' }).click()
  const day = page.getByRole('complementary')
  await expect(day).toContainText('The figures of your shift are shown when you close it.')
  await expect(day).not.toContainText('HK$')
  await day.getByRole('button', { name: 'Close shift' }).click()
  const sheet = page.getByRole('region', { name: 'Shift of Ann' })
  await expect(sheet).toContainText('HK$')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => till.main.asked('paper:print').map(({ subject }) => subject)).toEqual(['shift'])
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Who is at the till?' })).toBeVisible()
})

for (const language of languages) {
  test(`the day is whole and readable in ${language}`, async ({ till }) => {
    makeRefunds(till)
    const page = await till.open({ language })
    await toActivity(page, wordsIn(language))
    expect(await misfits(page, sizes)).toEqual([])
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`))).toEqual([])
  })
}
