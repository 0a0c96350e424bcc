/**
 * A till whose refund is in doubt, after somebody with a file manager, a credential manager or an editor was at it
 * (docs/security.md, "What deleting, copying back and editing do"). What the till did before is done in the test's own
 * process; every combination is tried in proof/tampering.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openTill } from '../../proof/tampering/opened-till'
import { part, refundPart } from '../../proof/tampering/scene'
import { passOn } from '../../proof/wire/cutting-proxy'
import { breaks } from '../../proof/wire/spoiled-answers'
import { filesIn } from '../../src/main/journal/testing/journal-place'
import { makeFakeClock } from '../../src/main/system/testing/fake-clock'
import { makeOsKeychain } from '../../src/main/vault/keychain'
import type { BridgeApi } from '../../src/shared/contract'
import { lookUp, receipt, untilCounter } from '../fixtures/counter'
import { journalFiles, newestFile, spoilLastRefund } from '../fixtures/journal-files'
import { forgetEntries } from '../fixtures/keyring'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, type Till, token } from '../fixtures/till'
import { code, type Line, supervisorPin, test } from '../kill/line-to-service'

type Files = ReadonlyMap<string, Buffer>

const groundOf = (till: Till) => ({
  folder: till.profile,
  name: till.profile,
  keychain: makeOsKeychain({ service: 'Tillside' }),
  clock: makeFakeClock(Date.now()),
})

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Tillside' })

/** The refund of a part, applied by the service, whose answer is lost. Answers what lay in the profile before it. */
async function loseAnswer(line: Line, till: Till): Promise<Files> {
  const before = await openTill(groundOf(till))
  await before.refunds.settled()
  const files = filesIn(till.profile)
  line.proxy.setPlans({ refund: breaks('after', 'reset') })
  expect([await refundPart(before, code), part]).toEqual(['unconfirmed', 5000])
  line.proxy.setPlans({ refund: passOn })
  await before.close()
  return files
}

function putBack(profile: string, files: Files): void {
  rmSync(profile, { recursive: true, force: true })
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(profile, name)), { recursive: true })
    writeFileSync(path.join(profile, name), bytes)
  }
}

async function expectOff(page: Page, reason: string): Promise<void> {
  await untilCounter(page)
  await lookUp(page, code)
  await expect(page.getByRole('complementary')).toContainText(`Refunds are off: ${reason}`)
}

/** Nobody can refund it: not by the screen, and the service has the one refund. */
async function expectOneRefund(page: Page, line: Line): Promise<void> {
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
}

/** What the till answers to whoever wants it to be connected elsewhere, and to set the first PIN. */
async function takeOver(page: Page, line: Line): Promise<readonly string[]> {
  return page.evaluate(async (address) => {
    const { tillside } = window as unknown as { readonly tillside: BridgeApi }
    const answers = [
      await tillside.call('token:save', { address, token: 'of-the-cashier', anyway: true }),
      await tillside.call('supervisor:set-pin', { proof: { with: 'pin', pin: 'mine' }, newPin: '904172' }),
    ]
    return answers.map((answer) => {
      if (answer.ok) return 'done'
      return answer.fault.kind === 'act_needs_supervisor' ? `needs ${answer.fault.by}` : answer.fault.kind
    })
  }, line.service.url)
}

test('the record deleted with its head in the keychain: it is gone, and refunds stay off', async ({
  line,
  till,
}) => {
  await loseAnswer(line, till)
  for (const file of journalFiles(till.profile)) rmSync(file)
  expect(await forgetEntries(till.profile, / head$/)).toBe(1)
  const { page } = await line.open()
  await expectOff(page, 'the refund record is gone')
  await expectOneRefund(page, line)
})

test('profile and every entry deleted: a new till, which is connected to nothing', async ({ line, till }) => {
  await loseAnswer(line, till)
  putBack(till.profile, new Map())
  await forgetEntries(till.profile, /./)
  const { page } = await line.open()
  await expect(welcome(page)).toBeVisible()
  await expectOneRefund(page, line)
})

test('the profile deleted, or that of yesterday put back: the record is gone, or an older copy', async ({
  line,
  till,
}) => {
  const yesterday = await loseAnswer(line, till)
  putBack(till.profile, yesterday)
  const first = await line.open()
  await expectOff(first.page, 'the refund record is an older copy')
  await expectOneRefund(first.page, line)
  await first.app.close()
  putBack(till.profile, new Map())
  const second = await line.open()
  await expectOff(second.page, 'the refund record is gone')
  await expectOneRefund(second.page, line)
})

for (const [what, change] of [
  ['a line edited', (profile: string) => spoilLastRefund(profile)],
  ['a line taken out', (profile: string) => takeOut(newestFile(profile))],
] as const) {
  test(`${what} in the record: it is damaged, and refunds stay off`, async ({ line, till }) => {
    await loseAnswer(line, till)
    change(till.profile)
    const { page } = await line.open()
    await expectOff(page, 'the refund record is damaged')
    await expectOneRefund(page, line)
  })
}

/** The line with which the refund begins. */
function takeOut(file: string): void {
  const lines = readFileSync(file, 'latin1').split('\n')
  const place = lines.findIndex((line) => /^\d+ \+R-/.test(line))
  writeFileSync(file, lines.toSpliced(place, 1).join('\n'), 'latin1')
}

test('settings and saved copies deleted: the payment stays locked', async ({ line, till }) => {
  await loseAnswer(line, till)
  for (const name of filesIn(till.profile).keys()) {
    if (/^(settings\.json|cache\.db)/.test(name)) rmSync(path.join(till.profile, name))
  }
  const { page } = await line.open()
  await untilCounter(page)
  await lookUp(page, code)
  await expect(receipt(page)).toContainText('HK$120.50')
  await expectOneRefund(page, line)
})

test('the PIN deleted: the token is asked for, and nobody sets another', async ({ line, till }) => {
  await loseAnswer(line, till)
  expect(await forgetEntries(till.profile, /^supervisor pin [0-9a-f]+$/)).toBe(1)
  const { page } = await line.open()
  await untilCounter(page)
  await lookUp(page, code)
  expect(await takeOver(page, line)).toEqual(['needs token', 'pin_damaged'])
  await expectOneRefund(page, line)
})

test('address and token deleted: the PIN is asked for before it is connected again', async ({
  line,
  till,
}) => {
  await loseAnswer(line, till)
  expect(await forgetEntries(till.profile, /^payment service/)).toBe(1)
  const { page } = await line.open()
  await expect(welcome(page)).toBeVisible()
  expect(await takeOver(page, line)).toEqual(['needs pin', 'pin_wrong'])
  await expectOneRefund(page, line)
})

test('PIN, address and token deleted: the window lets nobody connect it or set a PIN', async ({
  line,
  till,
}) => {
  await loseAnswer(line, till)
  expect(await forgetEntries(till.profile, /^(payment service|supervisor pin) [0-9a-f]+$/)).toBe(2)
  const { page } = await line.open()
  await expect(welcome(page)).toBeVisible()
  expect(await takeOver(page, line)).toEqual(['needs token', 'pin_damaged'])
  await expectOneRefund(page, line)
})

test('address, token and the record’s key deleted: a new record takes a till that is connected, by the PIN', async ({
  line,
  till,
}) => {
  await loseAnswer(line, till)
  expect(await forgetEntries(till.profile, /^payment service| [0-9a-f-]{36} key$/)).toBe(2)
  const first = await openTill(groundOf(till))
  expect(first.refunds.refundsOff()).toBe('no_keychain')
  await first.close()
  const { page } = await line.open()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Start a new record' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a new refund record?' })
  await dialog.getByRole('textbox', { name: 'Reason, and what the portal shows' }).fill('Portal: one refund')
  await dialog.getByRole('textbox', { name: 'Supervisor’s name' }).fill('Ada')
  await dialog.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${line.proxy.port}`)
  await dialog.getByLabel('Access token', { exact: true }).fill(token)
  await dialog.getByRole('button', { name: 'Start a new record' }).click()
  await expect(dialog).toContainText('Connect it first: that needs the PIN')
  await beginSupervisor(page, { with: 'pin', pin: supervisorPin })
  await page.evaluate(
    (given) => (window as unknown as { readonly tillside: BridgeApi }).tillside.call('token:save', given),
    { address: `http://127.0.0.1:${line.proxy.port}`, token, anyway: true },
  )
  await dialog.getByRole('button', { name: 'Start a new record' }).click()
  await expect(page.getByRole('dialog', { name: 'New refund record started' })).toBeVisible()
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
})
