/** Data of other versions in the real window: what a released one left goes on, what a newer one left is left alone. */
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import keytar from 'keytar'
import { filesOf, keptReleases, readRelease } from '../../src/main/profile/testing/read-release'
import { vaultHash } from '../../src/main/vault/keychain'
import { openConnected, test } from '../fixtures/connected'
import { lookUp, receipt, untilCounter } from '../fixtures/counter'
import { expect, type Till, token } from '../fixtures/till'

const code = '483920174462'
const refundButton = (page: Page) => page.getByRole('button', { name: 'Refund', exact: true })

/** Puts a kept till into this one's place: its entries are named by another folder here, and its service has moved. */
async function putInPlace(till: Till, version: string, address: string): Promise<void> {
  const { entriesPath, keychain, service } = readRelease(version)
  const here = realpathSync(till.profile)
  for (const [name, content] of filesOf(version)) {
    const file = path.join(here, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, name === 'keychain-place.json' ? JSON.stringify({ path: here }) : content)
  }
  for (const [name, secret] of Object.entries(keychain)) {
    const isCredentials = name.startsWith('payment service ')
    const moved = { address, token, movedFrom: service.name }
    const kept = isCredentials ? JSON.stringify({ ...JSON.parse(secret), ...moved }) : secret
    await keytar.setPassword('Tillside', name.replace(vaultHash(entriesPath), vaultHash(here)), kept)
  }
}

for (const version of keptReleases()) {
  test(`a till that version ${version} left has its refunds, its locks and its settings, and refunds again`, async ({
    till,
  }) => {
    const service = await till.startService()
    await putInPlace(till, version, service.url)
    const { page } = await till.open()
    await untilCounter(page)
    await lookUp(page, code)
    await expect(refundButton(page)).toBeEnabled()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('link', { name: /^Activity/ }).click()
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await expect(page.getByText(`R-${String(number).repeat(10)}`).first()).toBeVisible()
    }
    await expect(page.getByText('Unconfirmed').first()).toBeVisible()
  })
}

test('a file that a newer version left turns refunds off in words and stays as it is, and receipts are looked up', async ({
  till,
}) => {
  const { app, page: before } = await openConnected(till)
  await lookUp(before, code)
  await app.close()
  const file = path.join(till.profile, 'settings.json')
  const newer = JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: 2 })
  writeFileSync(file, newer)
  const { page } = await till.open()
  await untilCounter(page)
  await lookUp(page, code)
  await expect(receipt(page)).toContainText('120.50')
  await expect(page.getByRole('complementary')).toContainText(
    'Refunds are off: a newer Tillside was used on this till',
  )
  await expect(refundButton(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Dark', exact: true }).click({ force: true })
  await expect(
    page.getByText('A newer Tillside wrote settings.json.', { exact: false }).first(),
  ).toBeVisible()
  expect(readFileSync(file, 'utf8')).toBe(newer)
})
