import type { Page } from '@playwright/test'
import { openConnected } from '../fixtures/connected'
import {
  confirmByKeys,
  lookUp,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundPosts,
  scan,
  untilCounter,
} from '../fixtures/counter'
import { filesBelow, filesWith } from '../fixtures/profile'
import { leaveForLater } from '../fixtures/set-up'
import { showProof } from '../fixtures/supervisor'
import { expect, type Till, test, token } from '../fixtures/till'

const example = 'C7719920461'
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }

async function connect(page: Page, address: string, button: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address' }).fill(address)
  await page.getByLabel('Access token', { exact: true }).fill(token)
  await page.getByRole('button', { name: button, exact: true }).click()
}

async function openWithoutKeychain(till: Till): Promise<Page> {
  const { page } = await till.open([], noKeychain)
  await page.getByRole('heading', { name: 'Welcome to Tillside' }).waitFor()
  return page
}

test('without a keychain the welcome says so in words', async ({ till }) => {
  const page = await openWithoutKeychain(till)
  const main = page.getByRole('main')
  await expect(main).toContainText('This PC’s keychain isn’t working')
  await expect(main).toContainText('this session only')
})

test('without a keychain a typed token works for this session: lookups yes, refunds no', async ({ till }) => {
  const service = await till.startService()
  const page = await openWithoutKeychain(till)
  await connect(page, service.url, 'Connect')
  await leaveForLater(page, ['Till name', 'Test print'])
  await untilCounter(page)
  await lookUp(page, example)
  await expect(receipt(page)).toContainText('HK$120.50')
  await expect(page.getByRole('complementary')).toContainText(
    'Refunds are off: this PC’s keychain isn’t working',
  )
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await confirmByKeys(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('main')).toContainText('kept for this session only. Refunds are off.')
  expect([refundPosts(service), filesWith(till.profile, token)]).toEqual([0, []])
})

test('a till in use whose keychain is silent is not welcomed as a new one', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url)
  const before = await till.open()
  await untilCounter(before.page)
  await before.app.close()
  const { page } = await till.open([], noKeychain)
  await untilCounter(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Tillside' })).toHaveCount(0)
})

test('a token typed without a keychain is gone at the next start', async ({ till }) => {
  const service = await till.startService()
  const { app, page } = await till.open([], noKeychain)
  await connect(page, service.url, 'Connect')
  await leaveForLater(page, ['Till name', 'Test print'])
  await lookUp(page, example)
  await app.close()
  await openWithoutKeychain(till)
  expect(filesWith(till.profile, token)).toEqual([])
})

test('without a keychain provisioning stores nothing and says why', async ({ till }) => {
  const args = ['--provision', '--token-stdin', '--service-url=http://127.0.0.1:9']
  const result = await till.command(args, `${token}\n`, noKeychain)
  expect([result.code, result.output]).toEqual([
    1,
    expect.stringContaining('keychain of this account cannot be used'),
  ])
  expect(filesWith(till.profile, token)).toEqual([])
})

test('a token typed in Settings goes into the keychain and into no file, and its field is emptied', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url, [], 'tok-replaced\n')
  const { app, page } = await till.open()
  await page.getByRole('link', { name: 'Settings' }).click()
  await connect(page, service.url, 'Save address and token')
  await showProof(page, 'token', 'tok-replaced')
  await expect(page.getByRole('main')).toContainText('The access token is in this PC’s keychain.')
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Counter' }).click()
  await lookUp(page, example)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect(await page.content()).not.toContain(token)
  const whileOpen = filesWith(till.profile, token)
  await app.close()
  expect(filesBelow(till.profile).length).toBeGreaterThan(3)
  expect([whileOpen, filesWith(till.profile, token)]).toEqual([[], []])
})

test('a wrong token is said in words, with the way to replace it', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url, [], 'tok-wrong\n')
  const { page } = await till.open()
  await untilCounter(page)
  await scan(page, example)
  await page
    .getByRole('heading', { name: 'This till is no longer signed in to the payment service' })
    .waitFor()
  await expect(receipt(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Open Settings' }).click()
  await connect(page, service.url, 'Save address and token')
  // No payment is known that would tell the right token from another merchant's.
  await showProof(page, 'token', 'tok-wrong')
  // The field is empty once the keychain has taken it; a scan before that would still ask with the wrong one.
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Counter' }).click()
  await lookUp(page, example)
})

test('a token that is forgotten is used no more', async ({ till }) => {
  const { page, service } = await openConnected(till)
  await lookUp(page, example)
  const asked = service.requests.length
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Remove access token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove access token' }).click()
  await showProof(page, 'token', token)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Counter' }).click()
  await page.getByRole('heading', { name: 'Welcome to Tillside' }).waitFor()
  expect(service.requests.length).toBe(asked)
})
