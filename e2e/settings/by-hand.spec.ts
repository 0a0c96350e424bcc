/** Somebody edits settings.json, the keychain's entry, or both: what a supervisor sets does not follow. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { lookUp, outcomeHeading, refundByKeys, untilCounter } from '../fixtures/counter'
import { forgetEntries } from '../fixtures/keyring'
import { showProof } from '../fixtures/supervisor'
import { expect, type Till, test, token } from '../fixtures/till'

const names = ['--device-id=TILL-7', '--store-name=Harbour Road', '--store-id=st-1', '--keep-days=90']
const settingsOf = (till: Till) => path.join(till.profile, 'settings.json')

function edit(till: Till, changes: Readonly<Record<string, unknown>>): void {
  const before: unknown = JSON.parse(readFileSync(settingsOf(till), 'utf8'))
  writeFileSync(settingsOf(till), JSON.stringify(Object.assign({}, before, changes)))
}

/** Opens the till and its settings; answers what stands there of what a supervisor sets. */
async function settingsNow(till: Till) {
  const { app, page } = await till.open()
  await untilCounter(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  return { app, page }
}

const daysOf = (page: Page) => page.getByRole('textbox', { name: 'Days' })
const storeOf = (page: Page) => page.getByLabel('Store name')

test('settings that somebody edits by hand are not taken, and it is said until a supervisor saves them', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url, names)
  edit(till, { deviceId: 'TILL-8', storeName: 'Elsewhere', keepDays: 1, theme: 'dark' })
  const { app, page } = await settingsNow(till)
  await expect(page.getByRole('main')).toContainText('The settings were changed outside Tillside')
  await expect(storeOf(page)).toHaveValue('Harbour Road')
  await expect(page.getByRole('main')).toContainText('TILL-7')
  await page.getByRole('link', { name: 'Counter' }).click()
  await lookUp(page, 'C7719920461')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  const sent = service.requests.find((request) => request.method === 'POST')
  expect(new URLSearchParams(sent?.body).get('device_unique_id')).toBe('TILL-7')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Save the settings in use' }).click()
  await showProof(page, 'token', token)
  await expect(page.getByText('The settings were changed outside Tillside')).toHaveCount(0)
  await app.close()
  expect(JSON.parse(readFileSync(settingsOf(till), 'utf8'))).toMatchObject({
    deviceId: 'TILL-7',
    storeName: 'Harbour Road',
    keepDays: 90,
    theme: 'dark',
  })
})

test('an edit while the program runs is found out at once', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url, names)
  const { page } = await settingsNow(till)
  await expect(storeOf(page)).toHaveValue('Harbour Road')
  edit(till, { storeName: 'Elsewhere' })
  await expect(page.getByRole('main')).toContainText('The settings were changed outside Tillside')
  await expect(page.getByRole('banner')).toContainText('Harbour Road')
})

test('an older file is not taken, nor any once the keychain’s entry is deleted; provisioning binds them anew', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url, names)
  copyFileSync(settingsOf(till), `${settingsOf(till)}.old`)
  await till.provision(service.url, ['--store-name=Peak Road'])
  copyFileSync(`${settingsOf(till)}.old`, settingsOf(till))
  const older = await settingsNow(till)
  await expect(older.page.getByRole('main')).toContainText('The settings file is an older copy')
  await expect(storeOf(older.page)).toHaveValue('Peak Road')
  await older.app.close()
  expect(await forgetEntries(till.profile, /^settings [0-9a-f]{12}$/)).toBe(1)
  edit(till, { binding: undefined, keepDays: 1 })
  const lost = await settingsNow(till)
  await expect(lost.page.getByRole('main')).toContainText('has lost the key that settings are checked with')
  await expect(lost.page.getByRole('main')).toContainText('TILL-7')
  await expect(daysOf(lost.page)).toHaveValue('30')
  await lost.app.close()
  await till.provision(service.url, ['--keep-days=60'])
  const again = await settingsNow(till)
  await expect(daysOf(again.page)).toHaveValue('60')
  await expect(again.page.getByText('has lost the key that settings are checked with')).toHaveCount(0)
})
