import type { Page } from '@playwright/test'
import {
  confirmByKeys,
  lookUp,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundPosts,
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
