/**
 * Not a test: takes a picture of every screen (`npm run screens`), into a folder outside git. Those that the documents show
 * go, with fewer colours, into docs/screens.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import {
  confirmByKeys,
  lookUp,
  outcomeHeading,
  refundByKeys,
  refundForm,
  scanField,
  scanForReceipt,
  untilCounter,
} from '../fixtures/counter'
import { journalFiles } from '../fixtures/journal-files'
import { forgetEntries } from '../fixtures/keyring'
import { stepNow } from '../fixtures/set-up'
import { expect, project, test, token } from '../fixtures/till'
import { openForTour, screens } from '../fixtures/tour/tour'
import { resize, type Size, sizes, type Theme, wear } from '../fixtures/window'
import { moving, quantised } from './quantised'

const folder = path.join(project, 'test-results', 'pictures')
mkdirSync(folder, { recursive: true })
const shownFolder = path.join(project, 'docs', 'screens')
/** What a document shows; what none does any more is to be deleted by hand (scripts/testing/documents.test.ts). */
const shown = new Set(readdirSync(shownFolder))

const [usual] = sizes
const every: readonly { readonly size: Size; readonly theme: Theme }[] = [
  ...sizes.map((size) => ({ size, theme: 'light' }) as const),
  { size: usual, theme: 'dark' },
]

async function picture(
  { app, page }: { readonly app: ElectronApplication; readonly page: Page },
  name: string,
  looks: typeof every,
): Promise<void> {
  for (const { size, theme } of looks) {
    await resize(app, page, size)
    await wear(page, theme)
    const file = `${name}-${size.width}x${size.height}-${theme}.png`
    const taken = await page.screenshot({
      path: path.join(folder, file),
      animations: 'disabled',
      caret: 'hide',
    })
    if (shown.has(file)) writeFileSync(path.join(shownFolder, file), await quantised(taken))
  }
  await resize(app, page, usual)
  await wear(page, 'light')
}

const plain = every.slice(0, 1)

test('the welcome', async ({ till }) => {
  const opened = await till.open()
  await opened.page.getByRole('heading', { name: 'Welcome to Tillside' }).waitFor()
  await picture(opened, 'welcome', every)
})

test('the steps of the first start', async ({ till }) => {
  const service = await till.startService()
  const opened = await till.open()
  const { page } = opened
  await page.getByRole('textbox', { name: 'Address' }).fill(service.url)
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Connect' }).click()
  for (const [name, step] of [
    ['set-up-name', 'Till name'],
    ['set-up-pin', 'Supervisor PIN'],
    ['set-up-test-print', 'Test print'],
  ] as const) {
    await expect(stepNow(page)).toContainText(step)
    await picture(opened, name, every)
    await page.getByRole('button', { name: 'Later', exact: true }).click()
  }
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('region', { name: 'Finish setting up' }).waitFor()
  await picture(opened, 'settings-left', plain)
})

test('practice', async ({ till }) => {
  const opened = await till.open(['--practice'])
  await untilCounter(opened.page)
  await lookUp(opened.page, 'DEMO-PART')
  await picture(opened, 'practice', plain)
})

test('every screen of a connected till', async ({ till }) => {
  test.setTimeout(420_000)
  const tour = await openForTour(till)
  for (const { name, go, main, unpictured } of screens.filter((each) => each.measuredOnly !== true)) {
    await test.step(name, async () => {
      await go(tour.page, tour)
      if (unpictured !== true) await picture(tour, name, main === true ? every : plain)
    })
  }
  expect(till.complaints).toEqual([])
})

test('the README’s moving picture: a refund, and one whose line drops', async ({ till }) => {
  const { app, page } = await till.open(['--practice'])
  await untilCounter(page)
  await resize(app, page, usual)
  await wear(page, 'light')
  const frames: { png: Buffer; milliseconds: number }[] = []
  const frame = async (milliseconds: number) => {
    frames.push({ png: await page.screenshot({ animations: 'disabled', caret: 'hide' }), milliseconds })
  }
  const refund = async (code: string, outcomes: readonly string[]) => {
    for (const part of [code.slice(0, code.length / 3), code.slice(0, (2 * code.length) / 3), code]) {
      await scanField(page).fill(part)
      await frame(part === code ? 500 : 200)
    }
    await scanForReceipt(page, code)
    await frame(1500)
    await page.keyboard.press('r')
    await refundForm(page).waitFor()
    await frame(1000)
    await page.keyboard.press('1')
    await expect(refundForm(page).getByText('Choose a reason.')).toBeHidden()
    await frame(900)
    await confirmByKeys(page)
    for (const heading of outcomes) {
      await expect(outcomeHeading(page)).toHaveText(heading, { timeout: 40_000 })
      await frame(2500)
    }
  }
  await frame(1000)
  await refund('483920174462', ['Refunded'])
  await refund('PRACTICE-DROP-AFTER', ['Unconfirmed', 'Refunded'])
  writeFileSync(path.join(shownFolder, 'two-refunds.png'), await moving(frames))
})

test('a damaged record of refunds', async ({ till }) => {
  const { app } = await openForTour(till)
  await app.close()
  for (const file of journalFiles(till.profile)) writeFileSync(file, 'no journal')
  const opened = await till.open()
  const { page } = opened
  await lookUp(page, 'DEMO-PART')
  await page.getByText('Refunds are off: the refund record is damaged').waitFor()
  await picture(opened, 'refunds-off', every)
  await page.getByRole('complementary').getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Start a new record' }).click()
  await page.getByRole('dialog', { name: 'Start a new refund record?' }).waitFor()
  await picture(opened, 'begin-journal', every)
})

/** Fills in the dialog as somebody who knows the token, and waits for what was taken over. */
async function beginByToken(page: Page, address: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Start a new refund record?' })
  const why = 'Portal, 10:40: one refund, and it is not there'
  await dialog.getByRole('textbox', { name: 'Reason, and what the portal shows' }).fill(why)
  await dialog.getByRole('textbox', { name: 'Supervisor’s name' }).fill('Ms Chan')
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByLabel('Access token').fill(token)
  await dialog.getByLabel('New supervisor PIN').fill('904172')
}

test('a keychain that lost everything, and a refund that cannot be read any more', async ({ till }) => {
  const tour = await openForTour(till)
  await lookUp(tour.page, 'PRACTICE-500-BEFORE')
  await refundByKeys(tour.page)
  await expect(outcomeHeading(tour.page)).toHaveText('Unconfirmed')
  await tour.app.close()
  await forgetEntries(till.profile, /./)
  // Believed only when the next start finds the same.
  const first = await till.open()
  await untilCounter(first.page)
  await first.app.close()
  const opened = await till.open()
  const { page } = opened
  await page.getByText('keychain has lost what belongs').waitFor()
  await picture(opened, 'welcome-lost', plain)
  await page.getByRole('main').getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Start a new record' }).click()
  await beginByToken(page, tour.line.url)
  await picture(opened, 'begin-by-token', every)
  await page.getByRole('dialog').getByRole('button', { name: 'Start a new record' }).click()
  await page.getByRole('dialog', { name: 'New refund record started' }).waitFor()
  await picture(opened, 'journal-begun', plain)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Counter' }).click()
  await lookUp(page, 'PRACTICE-500-BEFORE')
  await page.getByText('is in a record that can’t be read any more').waitFor()
  await picture(opened, 'locked-unread', every)
  await page.getByRole('button', { name: 'A supervisor has checked it' }).click()
  await page.getByRole('dialog', { name: 'Open this payment for refunds?' }).waitFor()
  await picture(opened, 'release', plain)
})
