/** A second person's approval in the form, by PIN or badge: for one refund, and void when it changes. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { languages } from '../../src/shared/base/choices'
import { theCashier, theManager } from '../../src/shared/testing/app-state-sample'
import {
  confirmByKeys,
  outcome,
  pressByHand,
  receipt,
  refundForm,
  scan,
  typeByHand,
} from '../fixtures/counter'
import { misfits } from '../fixtures/fit'
import { pause } from '../fixtures/pause'
import { sizes } from '../fixtures/window'
import { example } from './played/counter-screens'
import { expect, type Opening, type Till, test } from './played/page'
import { pin } from './played/played-people'
import { openScreen, screens, served } from './played/screens'

const lee = { ...theManager, id: 'p-lee', name: 'Lee', role: 'supervisor' } as const
const list = [theManager, lee, theCashier].map((person) => ({ ...person, hasBadge: true }))

const amountRule = { kind: 'second_person_needed', by: ['amount'], marker: '' } as const

const rules = (page: Page) => page.locator('#rules-say')
const pinField = (page: Page) => refundForm(page).locator('input[type=password]')
const button = (page: Page) => refundForm(page).locator('.button-go')
const sent = ({ main }: Till) => main.asked('refund:issue')

/** A staffed till that Ann serves, where a refund above HK$60 takes a second person. */
async function openForm(till: Till, opening: Opening = {}): Promise<Page> {
  Object.assign(till.main.app, { people: { ...served, list } })
  till.main.people.rules = ({ amount }) => (amount.hundredths > 6000 ? amountRule : null)
  const page = await till.open(opening)
  await page.locator('.frame:not([data-starting])').waitFor()
  await scan(page, example)
  await page.getByRole('article').filter({ hasText: example }).waitFor()
  await page.keyboard.press('r')
  await page.locator('form.panel').waitFor()
  return page
}

async function chooseReason(page: Page): Promise<void> {
  await pause(page, 200)
  await page.keyboard.press('1')
  await pause(page, 200)
}

/** Chooses a part of 80 and a reason, by keys. */
async function fillPart(page: Page): Promise<void> {
  await pressByHand(page, 'a')
  await pause(page, 200)
  await typeByHand(page, '80')
  await pressByHand(page, 'Enter')
  await chooseReason(page)
}

for (const language of languages) {
  test(`a PIN says yes in the form, beside every reason, and goes with the one order, in ${language}`, async ({
    till,
  }) => {
    const page = await openForm(till, { language })
    const judged = { ...amountRule, by: ['amount', 'typed', 'second_refund'] } as const
    till.main.people.rules = () => judged
    await fillPart(page)
    await expect(page.locator('.second-person input[type=password]')).toBeFocused()
    await typeByHand(page, pin)
    for (const size of sizes) {
      await page.setViewportSize(size)
      const reasons = page.locator('.choice-reason .choice-option')
      await expect(reasons).toHaveCount(6)
      for (const reason of await reasons.all()) await expect(reason).toBeInViewport({ ratio: 1 })
      await expect(rules(page)).toBeInViewport({ ratio: 1 })
      await expect(page.locator('form.panel .button-go')).toBeInViewport({ ratio: 1 })
      expect(await misfits(page, [size])).toEqual([])
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
    }
    expect(sent(till)).toEqual([])
    await confirmByKeys(page)
    await page.locator('section.outcome').waitFor()
    const proof = { with: 'pin', person: 'p-sam', pin }
    expect(sent(till)).toMatchObject([{ amount: { hundredths: 8000 }, yesTo: judged.by, proof }])
  })
}

test('a no leaves the form once its PIN is right, and nothing is sent', async ({ till }) => {
  const page = await openForm(till)
  await chooseReason(page)
  await refundForm(page).getByRole('combobox', { name: 'Name' }).selectOption('Lee')
  await pinField(page).focus()
  const no = refundForm(page).getByRole('button', { name: 'Say no' })
  await expect(no).toHaveCount(0)
  await typeByHand(page, '111111')
  await no.click()
  await expect(refundForm(page)).toContainText('The PIN is wrong')
  await expect(pinField(page)).toHaveValue('')
  await expect(pinField(page)).toBeFocused()
  await typeByHand(page, pin)
  await no.click()
  await expect(receipt(page)).toBeVisible()
  await expect(refundForm(page)).toHaveCount(0)
  const declined = till.main.asked('refund:decline')
  expect(declined.at(-1)).toMatchObject({
    amount: { hundredths: 12_050 },
    proof: { with: 'pin', person: 'p-lee', pin },
  })
  expect([declined.length, sent(till)]).toEqual([2, []])
})

test('keys lead through it: the amount, the reason, the PIN, the button; Esc goes back and the yes with it', async ({
  till,
}) => {
  const page = await openForm(till)
  await fillPart(page)
  await expect(pinField(page)).toBeFocused()
  await typeByHand(page, pin)
  await pressByHand(page, 'Enter')
  await expect(button(page)).toBeFocused()
  expect(sent(till)).toEqual([])
  await pressByHand(page, 'Escape')
  await expect(receipt(page)).toBeVisible()
  await expect(refundForm(page)).toHaveCount(0)
  await page.keyboard.press('r')
  await expect(pinField(page)).toHaveValue('')
  // Both are still filled in, so Enter in the amount goes to the PIN.
  await refundForm(page).getByRole('textbox', { name: 'Amount' }).focus()
  await pressByHand(page, 'Enter')
  await expect(pinField(page)).toBeFocused()
  await typeByHand(page, pin)
  await pressByHand(page, 'Enter')
  await confirmByKeys(page)
  await expect(outcome(page)).toContainText('Refunded')
  expect(sent(till)).toMatchObject([{ amount: { hundredths: 8000 }, proof: { person: 'p-sam' } }])
})

test('where an earlier refund is in doubt its details are a press away, and what was filled in stays', async ({
  till,
}) => {
  const { 'second-person': screen } = screens
  if (screen === undefined) throw new Error('There is no such screen')
  const page = await openScreen(till, screen)
  till.main.addAttempt(example, { state: 'not_refunded' })
  await typeByHand(page, pin)
  await refundForm(page).getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('main')).toContainText('R-')
  await page.getByRole('link', { name: 'Counter' }).click()
  await expect(pinField(page)).toHaveValue('')
  await expect(refundForm(page).locator('.reason-part').getByRole('radio').first()).toBeChecked()
})
