import type { Page } from '@playwright/test'
import {
  confirmByKeys,
  lookUp,
  receipt,
  refundAll,
  refundPosts,
  scan,
  untilCounter,
} from '../fixtures/counter'
import { filesBelow, filesWith } from '../fixtures/profile'
import { showProof } from '../fixtures/supervisor'
import { expect, test, token } from '../fixtures/till'

const example = 'C7719920461'
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }

async function connect(page: Page, address: string, button: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address' }).fill(address)
  await page.getByLabel('Access token', { exact: true }).fill(token)
  await page.getByRole('button', { name: button, exact: true }).click()
}

test('without a keychain a typed token works for this session: lookups yes, refunds no', async ({ till }) => {
  const service = await till.startService()
  const { page } = await till.open([], noKeychain)
  await page.getByRole('heading', { name: 'Welcome to Tillside' }).waitFor()
  await connect(page, service.url, 'Connect')
  for (const step of ['Till name', 'Test print']) {
    await expect(page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]')).toContainText(
      step,
    )
    await page.getByRole('button', { name: 'Later', exact: true }).click()
  }
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
  expect([refundPosts(service), filesWith(till.profile, [token])]).toEqual([0, []])
})

test('a token that is not accepted is said so, replaced, kept in the keychain and in no file, and forgotten', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url, [], 'tok-replaced\n')
  const { app, page } = await till.open()
  await untilCounter(page)
  await scan(page, example)
  const refused = page.getByText('This till is no longer signed in to the payment service')
  await expect(refused.first()).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await connect(page, service.url, 'Save address and token')
  await showProof(page, 'token', 'tok-replaced')
  await expect(page.getByRole('main')).toContainText('The access token is in this PC’s keychain.')
  await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Counter' }).click()
  await refundAll(page, example)
  expect(await page.content()).not.toContain(token)
  expect(filesWith(till.profile, [token])).toEqual([])
  await page.getByRole('link', { name: 'Settings' }).click()
  for (const place of [page.getByRole('main'), page.getByRole('dialog')])
    await place.getByRole('button', { name: 'Remove access token' }).click()
  await page.getByRole('link', { name: 'Counter' }).click()
  await expect(page.getByRole('button', { name: 'Practice', exact: true })).toBeVisible()
  await app.close()
  expect(filesBelow(till.profile).length).toBeGreaterThan(3)
  expect(filesWith(till.profile, [token])).toEqual([])
})
