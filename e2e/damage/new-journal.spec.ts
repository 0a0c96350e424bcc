/** The real program when its record of refunds is damaged: refunds off, until a supervisor begins a new one. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'libsql'
import { makeJournalPlace } from '../../src/main/refund/testing/journal-place'
import { finishStory } from '../../src/main/refund/testing/journal-story'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { readOrNothing, saveTo } from '../fixtures/saved-file'
import { expect, type Till } from '../fixtures/till'
import {
  code,
  type Line,
  openActivity,
  place,
  startRefund,
  supervisorPin,
  test,
} from '../kill/line-to-service'
import { passOn } from '../prove/wire/cutting-proxy'
import { breaks } from '../prove/wire/spoiled-answers'

const other = 'DAMAGE-2026-0002'

/** Two refunds, one of them lost, and then somebody changes the file behind the program's back. */
async function workAndDamage(line: Line, till: Till): Promise<Buffer> {
  line.service.ledger.addTransaction({ id: 'damage-2', custom_id: other, amount: 9900 })
  const { app, page } = await line.open()
  await lookUp(page, other)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  line.proxy.setPlans({ refund: breaks('before', 'reset') })
  await startRefund(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  await app.close()
  line.proxy.setPlans({ refund: passOn })
  const file = path.join(till.profile, 'journal.db')
  const database = new Database(file)
  database.exec('UPDATE attempts SET undecided = 0; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  return readFileSync(file)
}

async function fillIn(page: Page, pin: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Begin a new record of refunds?' })
  await dialog.getByRole('textbox', { name: 'Why, and what the portal lists' }).fill('Portal: one refund')
  await dialog.getByRole('textbox', { name: 'Supervisor’s name' }).fill('Ada')
  await dialog.getByLabel('PIN', { exact: true }).fill(pin)
  await dialog.getByRole('button', { name: 'Begin a new record' }).click()
}

function setAsideFolder(till: Till): string {
  const [name, ...others] = readdirSync(till.profile).filter((each) => each.startsWith('journal-set-aside-'))
  expect([name === undefined, others]).toEqual([false, []])
  return path.join(till.profile, name ?? '')
}

test('a damaged record of refunds: off, a supervisor begins a new one, and what was undecided stays locked', async ({
  line,
  till,
}) => {
  const bytes = await workAndDamage(line, till)
  const { app, page } = await line.open()
  await lookUp(page, code)
  const panel = page.getByRole('complementary')
  await expect(panel).toContainText('Refunds are off: the record of refunds is damaged')
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Begin a new record' }).click()
  await fillIn(page, '8264')
  await expect(page.getByRole('dialog')).toContainText('The PIN is wrong')
  expect(existsSync(path.join(till.profile, 'journal.db'))).toBe(false)
  await fillIn(page, supervisorPin)
  await expect(
    page.getByText('A new record of refunds has begun with 2 of the old refunds, 1 of them undecided.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Begin a new record' })).toHaveCount(0)
  expect(readFileSync(path.join(setAsideFolder(till), 'journal.db')).equals(bytes)).toBe(true)

  await place(page, 'Counter').click()
  await lookUp(page, code)
  await expect(page.getByText('No refund now')).toBeVisible()
  line.service.ledger.addTransaction({ id: 'damage-3', custom_id: 'DAMAGE-2026-0003', amount: 5000 })
  await lookUp(page, 'DAMAGE-2026-0003')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect([line.proxy.refunds.length, new Set(line.proxy.refunds).size]).toEqual([3, 3])

  await expect(await openActivity(page)).toHaveCount(3)
  const json = path.join(till.profile, 'activity.json')
  await saveTo(app, json)
  await page.getByRole('button', { name: 'Export JSON' }).click()
  await expect.poll(() => readOrNothing(json)).toContain('previousHash')
  const verified = await till.command([`--verify-journal=${json}`])
  expect([verified.code, verified.output]).toEqual([
    0,
    expect.stringMatching(/^The chain holds: \d+ lines\.\nThis journal was begun anew on .* by Ada: Portal/),
  ])
  expect(verified.output).toContain(path.basename(setAsideFolder(till)))

  await app.close()
  const { page: after } = await line.open()
  await lookUp(after, code)
  await expect(after.getByText('No refund now')).toBeVisible()
})

test('a record that another key has sealed is left as it is, and no new one is offered', async ({
  line,
  till,
}) => {
  const { app, page } = await line.open()
  await lookUp(page, code)
  await app.close()
  const foreign = makeJournalPlace(Date.now)
  await finishStory(foreign)
  const bytes = readFileSync(foreign.file)
  foreign.remove()
  const file = path.join(till.profile, 'journal.db')
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  writeFileSync(file, bytes)
  const { page: after } = await line.open()
  await lookUp(after, code)
  const panel = after.getByRole('complementary')
  await expect(panel).toContainText('Refunds are off: the record of refunds can’t be opened')
  await panel.getByRole('button', { name: 'Settings' }).click()
  await expect(after.getByRole('heading', { name: 'Supervisor PIN' })).toBeVisible()
  await expect(after.getByRole('button', { name: 'Begin a new record' })).toHaveCount(0)
  expect(readFileSync(file).equals(bytes)).toBe(true)
})
