import type { Page } from '@playwright/test'
import { succeed } from '../../src/shared/base/result'
import { lookUp, pressByHand, receipt, scan, typeByHand, untilCounter } from '../fixtures/counter'
import { expect, openAt, openCounter, type Till, test } from './played/page'
import { pin } from './played/played-people'
import { served } from './played/screens'

const example = '483920174462'
const badge = 'B-7300114'

const signIn = (page: Page) => page.getByRole('region', { name: 'Who is at the till?' })

async function openStaffed(till: Till): Promise<Page> {
  Object.assign(till.main.app, { people: served })
  till.main.people.giveBadge('p-ann', badge)
  return openCounter(till)
}

async function lockByKeys(page: Page): Promise<void> {
  await pressByHand(page, 'Control+l')
  await signIn(page).waitFor()
}

test('Ctrl+L locks, and a name and its PIN sign in again by keys alone', async ({ till }) => {
  const page = await openStaffed(till)
  await lookUp(page, example)
  await lockByKeys(page)
  await expect(receipt(page)).toHaveCount(0)
  await typeByHand(page, '111111')
  await pressByHand(page, 'Enter')
  await expect(signIn(page).getByRole('heading', { name: 'The PIN is wrong' })).toBeVisible()
  const field = signIn(page).getByLabel('PIN', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await typeByHand(page, pin)
  await pressByHand(page, 'Enter')
  await expect(page.getByRole('banner')).toContainText('Ann')
  // The same cashier finds the counter as it was.
  await expect(receipt(page)).toContainText(example)
})

test('who removes the last cashier is told that nobody will have to sign in', async ({ till }) => {
  Object.assign(till.main.app, { people: { ...served, rights: 'manager' } })
  const page = await openAt(till, 'Settings')
  const says = page.getByRole('dialog').getByText('No cashier is left then')
  for (const [name, isLast] of [
    ['Sam', false],
    ['Ann', true],
  ] as const) {
    await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
    await expect(says).toHaveCount(isLast ? 1 : 0)
    await page.keyboard.press('Escape')
  }
})

test('a badge that is scanned anywhere signs in, and is neither looked up nor shown', async ({ till }) => {
  const page = await openStaffed(till)
  await lockByKeys(page)
  await scan(page, badge)
  await untilCounter(page)
  await expect(page.getByRole('banner')).toContainText('Ann')
  await page.getByRole('link', { name: 'Activity' }).click()
  await scan(page, badge)
  await expect.poll(() => till.main.asked('people:scan').length).toBe(2)
  await expect(page.locator('body')).not.toContainText(badge)
  expect(till.main.asked('lookup:find')).toEqual([])
})

test('what a supervisor was shown at the till goes when the rights end: who paid, the list and the figures', async ({
  till,
}) => {
  const page = await openStaffed(till)
  const { main } = till
  main.addAttempt(example)
  const whole = { open: [], notices: [], next: null, reading: false }
  main.answer('activity:page', () =>
    succeed({ ...whole, attempts: main.app.people.rights === null ? [] : main.attempts }),
  )
  await lookUp(page, 'TABLE-12')
  const more = page.getByRole('region', { name: 'More', exact: true })
  const shows = page.getByRole('button', { name: 'Show who paid' })
  await page.getByRole('button', { name: 'More' }).click()
  main.people.change({ rights: 'supervisor' })
  await shows.click()
  await expect(shows).toHaveCount(0)
  await expect(more).not.toContainText('••••')
  main.people.change({ rights: null })
  await expect(shows).toBeVisible()
  await expect(more).toContainText('••••')
  main.people.change({ rights: 'supervisor' })
  await page.getByRole('link', { name: 'Activity' }).click()
  const rows = page.getByRole('list', { name: 'Refunds' }).getByRole('listitem')
  const day = page.getByRole('complementary')
  await expect(rows).toHaveCount(1)
  await expect(day).toContainText('HK$')
  main.people.change({ rights: null })
  await expect(rows).toHaveCount(0)
  await expect(day).not.toContainText('HK$')
})
