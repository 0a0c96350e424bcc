import { fail, succeed } from '../../src/shared/base/result'
import { aDay } from '../../src/shared/testing/app-state-sample'
import { lookUp } from '../fixtures/counter'
import { expect, openAt, openCounter, type Till, test } from './played/page'
import { served } from './played/screens'

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

test('any day is chosen, and its figures stand beside its list', async ({ till }) => {
  makeRefunds(till)
  const page = await openAt(till, 'Activity')
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

test('two people of one name stay two rows, and no more, as others make refunds', async ({ till }) => {
  const refundBy = (id: string, name: string) => {
    const attempt = till.main.addAttempt(example, {}, 1000)
    till.main.changeAttempt(attempt, { intent: { ...attempt.intent, cashier: { id, name } } })
  }
  for (const id of ['p-1', 'p-1', 'p-1', 'p-3']) refundBy(id, 'Ann')
  for (const id of ['p-2', 'p-2']) refundBy(id, 'Ben')
  const page = await openAt(till, 'Activity')
  const rows = page
    .getByRole('complementary')
    .getByRole('table')
    .filter({ hasText: 'Cashier' })
    .locator('tbody tr')
  await expect(rows).toHaveText([/^Ann3/, /^Ben2/, /^Ann1/])
  for (const id of ['p-2', 'p-2', 'p-2']) refundBy(id, 'Ben')
  await expect(rows).toHaveText([/^Ben5/, /^Ann3/, /^Ann1/])
})

test('the rows of one search never stand under another that could not be read, and figures that could not be are told', async ({
  till,
}) => {
  makeRefunds(till)
  const page = await openAt(till, 'Activity')
  const rows = page.locator('.attempt-list').getByRole('listitem')
  await expect(rows).not.toHaveCount(0)
  const unread = (detail: string) => () => fail({ kind: 'bug', detail } as const)
  till.main.answer('activity:page', unread('no list'))
  till.main.answer('activity:day', unread('no figures'))
  await page.getByRole('radio', { name: 'Today' }).click()
  await expect(page.getByText('no list')).toBeVisible()
  await expect(page.getByText('no figures')).toBeVisible()
  await expect(rows).toHaveCount(0)
})

test('no figures stand there while the record is still being read', async ({ till }) => {
  makeRefunds(till)
  Object.assign(till.main.app, { refunds: { on: false, why: 'journal_opening', replaceable: null } })
  const page = await openAt(till, 'Activity')
  const day = page.getByRole('complementary')
  await expect.poll(() => till.main.asked('activity:day').length).toBeGreaterThan(0)
  await expect(day).toHaveText('Reading…')
  till.main.change({ refunds: { on: true } })
  await expect(day).toContainText('HK$120.50')
})

test('a period that is still being read has no figures and an unfinished list, and is asked again once it was read', async ({
  till,
}) => {
  makeRefunds(till)
  const { main } = till
  const stillRead = fail({ kind: 'refunds_off', why: 'journal_opening' } as const)
  const newest = { open: [], notices: [], attempts: main.attempts.slice(0, 1), next: null, reading: true }
  main.answer('activity:day', () => stillRead)
  main.answer('activity:page', () => succeed(newest))
  const page = await openAt(till, 'Activity')
  const day = page.getByRole('complementary')
  const list = page.locator('.attempt-list')
  await expect(day).toHaveText('Reading…')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('Reading…')
  await expect(page.getByRole('alert')).toHaveCount(0)
  main.answer('activity:day', () => succeed({ day: aDay(), open: [], moreOpen: 0 }))
  main.answer('activity:page', () => succeed({ ...newest, attempts: main.attempts, reading: false }))
  main.tell({ kind: 'record:read', value: {} })
  await expect(day).toContainText('0 refunds')
  await expect(list.getByRole('listitem')).toHaveCount(main.attempts.length)
  await expect(list).not.toContainText('Reading…')
})

test('a receipt says that older refunds of its payment are still being read, and has them once they were', async ({
  till,
}) => {
  makeRefunds(till)
  const { main } = till
  const attempts = main.attempts.filter(({ intent }) => intent.foundBy.code === example)
  const found = { open: [], notices: [], attempts: [], next: null, reading: true }
  main.answer('activity:page', () => succeed(found))
  const page = await till.open()
  await lookUp(page, example)
  const refunds = page.getByRole('heading', { name: 'Refunds on this payment, from this till' }).locator('..')
  await expect(refunds).toContainText('Reading…')
  main.answer('activity:page', () => succeed({ ...found, attempts, reading: false }))
  main.tell({ kind: 'record:read', value: {} })
  await expect(refunds.getByRole('listitem')).toHaveCount(3)
  await expect(refunds).not.toContainText('Reading…')
})

test('the list of today is the new day’s after midnight, as its figures are', async ({ till }) => {
  makeRefunds(till)
  const page = await openAt(till, 'Activity')
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
  const page = await openCounter(till)
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
