/** The real program when its record of refunds cannot be used: refunds off, until somebody begins a new one. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { passOn } from '../../proof/wire/cutting-proxy'
import { breaks } from '../../proof/wire/spoiled-answers'
import {
  confirmByKeys,
  lookUp,
  outcomeHeading,
  refundByKeys,
  refundForm,
  typeByHand,
  untilCounter,
} from '../fixtures/counter'
import { journalFiles, journalsOf, spoilLastRefund } from '../fixtures/journal-files'
import { forgetEntries } from '../fixtures/keyring'
import {
  code,
  type Line,
  openActivity,
  place,
  startRefund,
  supervisorPin,
  test,
} from '../fixtures/line-to-service'
import { readOrNothing, saveTo } from '../fixtures/saved-file'
import { showProof } from '../fixtures/supervisor'
import { expect, type Till, token } from '../fixtures/till'

const other = 'DAMAGE-2026-0002'
const newPin = '904172'

const bytesOf = (files: readonly string[]) => files.map((file) => readFileSync(file, 'latin1'))

const panelOf = (page: Page) => page.getByRole('complementary')
const refundButton = (page: Page) => page.getByRole('button', { name: 'Refund', exact: true })
const beginButton = (page: Page) => page.getByRole('button', { name: 'Start a new record' })

/** @param pin of whoever says yes as a second person; '' where it takes none */
async function refundOther(page: Page, line: Line, number: number, pin = ''): Promise<void> {
  const wanted = `${other}-${number}`
  line.service.ledger.addTransaction({ id: `damage-${number}`, custom_id: wanted, amount: 9900 })
  await lookUp(page, wanted)
  await refundByKeys(page)
  if (pin !== '') {
    const form = refundForm(page)
    await expect(form).toContainText('The store’s rules couldn’t be read')
    await form.getByLabel('PIN', { exact: true }).focus()
    await typeByHand(page, pin)
    await confirmByKeys(page)
  }
  await expect(outcomeHeading(page)).toHaveText('Refunded')
}

/** Two refunds, the second of them lost; the program is closed. Answers the record's files. */
async function work(line: Line, till: Till): Promise<readonly string[]> {
  const { app, page } = await line.open()
  await refundOther(page, line, 2)
  line.proxy.setPlans({ refund: breaks('before', 'reset') })
  await startRefund(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')
  line.proxy.setPlans({ refund: passOn })
  await app.close()
  return journalFiles(till.profile)
}

async function fillIn(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Start a new record' })
  await dialog.getByRole('textbox', { name: 'What you found' }).fill('Portal: one refund')
  for (const [name, text] of Object.entries(texts)) {
    await dialog.getByLabel(name, { exact: true }).fill(text)
  }
  await dialog.getByRole('button', { name: 'Start a new record' }).click()
}

/** What the dialog says was taken over, in its order; then it is closed. */
async function readTakenOver(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog', { name: 'New refund record started' })
  await dialog.waitFor()
  const values = await dialog.locator('dd').allTextContents()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(beginButton(page)).toHaveCount(0)
  return values
}

test('a damaged record: a supervisor begins a new one, all is taken over, and what was in doubt stays locked', async ({
  line,
  till,
}) => {
  const files = await work(line, till)
  spoilLastRefund(till.profile)
  const bytes = bytesOf(files)
  const { app, page } = await line.open()
  await lookUp(page, code)
  const panel = panelOf(page)
  await expect(panel).toContainText('This till may have a refund in doubt')
  await expect(panel).toContainText('Refunds are off: the refund record is damaged')
  await expect(refundButton(page)).toHaveCount(0)
  await panel.getByRole('button', { name: 'Settings' }).click()
  await beginButton(page).click()
  await fillIn(page, { PIN: '826403' })
  await expect(page.getByRole('dialog')).toContainText('The PIN is wrong')
  expect(journalFiles(till.profile)).toEqual(files)
  await fillIn(page, { PIN: supervisorPin })
  // What was settled stays in the old record, and is shown from there.
  expect(await readTakenOver(page)).toEqual(['1', '1', '0', '1'])
  expect([journalsOf(till.profile).length, bytesOf(files)]).toEqual([2, bytes])

  await place(page, 'Counter').click()
  await lookUp(page, code)
  await expect(page.getByRole('heading', { name: 'No refund now' })).toBeVisible()
  await place(page, 'Counter').click()
  await refundOther(page, line, 3)
  expect([line.proxy.refunds.length, new Set(line.proxy.refunds).size]).toEqual([3, 3])
  await expect(await openActivity(page)).toHaveCount(3)
  const json = `${till.documents}/activity.json`
  await saveTo(app, json)
  await page.getByRole('button', { name: 'Audit file (JSON)' }).click()
  await showProof(page, 'PIN', supervisorPin)
  await expect.poll(() => readOrNothing(json)).toContain('previousHash')
  const verified = await till.command([`--verify-journal=${json}`])
  expect([verified.code, verified.output]).toEqual([
    0,
    expect.stringMatching(/This journal was begun anew on .* by Ms Chan: Portal: one refund/),
  ])

  await app.close()
  const { page: after } = await line.open()
  await lookUp(after, code)
  await expect(after.getByRole('heading', { name: 'No refund now' })).toBeVisible()
})

test('a keychain that lost everything: believed at the second start, and the token begins a new record', async ({
  line,
  till,
}) => {
  await work(line, till)
  expect(await forgetEntries(till.profile)).toBeGreaterThan(3)
  const first = await line.open()
  // Not the welcome of a new till: that the keychain says "nothing" is not believed yet.
  await untilCounter(first.page)
  await expect(beginButton(first.page)).toHaveCount(0)
  await first.app.close()
  const { page } = await line.open()
  const main = page.getByRole('main')
  await expect(main).toContainText('this PC’s keychain has lost what belongs to the refund record')
  await main.getByRole('button', { name: 'Settings' }).click()
  await beginButton(page).click()
  await fillIn(page, {
    Address: `http://127.0.0.1:${line.proxy.port}`,
    'Access token': token,
    Name: 'Ada',
    'Your new PIN': newPin,
  })
  expect((await readTakenOver(page)).slice(0, 3)).toEqual(['0', '0', '1'])
  // A payment whose refund cannot be read any more stays locked, until a supervisor has looked in the portal.
  await place(page, 'Counter').click()
  await lookUp(page, code)
  const panel = panelOf(page)
  await expect(panel).toContainText('is in a record that can’t be read any more')
  await panel.getByRole('button', { name: 'A supervisor has checked it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open this payment for refunds?' })
  await dialog.getByRole('textbox', { name: 'What the portal shows' }).fill('Portal: no refund')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A day has passed')
  await dialog.getByLabel('PIN', { exact: true }).fill(newPin)
  await dialog.getByRole('button', { name: 'Open it' }).click()
  await expect(page.getByText('The payment is open for refunds again')).toBeVisible()
  await expect(refundButton(page)).toBeVisible()
  // The store's rules are lost with it: until they are saved anew, each refund takes a manager's yes.
  await place(page, 'Counter').click()
  await refundOther(page, line, 3, newPin)
})
