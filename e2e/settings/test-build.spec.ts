import { version as shipped } from 'electron/package.json'
import keytar from 'keytar'
import { vaultName } from '../../src/main/vault/keychain'
import { expect, type Till, test, token } from '../fixtures/till'

/** What is true on a test build is false on the Electron that ships, where these tests run too. */
async function isTestBuild(till: Till): Promise<boolean> {
  const { output } = await till.command(['--version'])
  expect(output).toMatch(/Tillside/)
  const { app } = await till.open(['--practice'])
  const running = await app.evaluate(() => process.versions.electron)
  await app.close()
  return running !== shipped
}

test('a test build of Electron says so in Settings, and takes no address of another computer', async ({
  till,
}) => {
  const isTest = await isTestBuild(till)
  const { app, page } = await till.open()
  await page.getByRole('textbox', { name: 'Address' }).fill('https://pay.example')
  await page.getByLabel('Access token', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const refused = page.getByText('This test build connects to this PC only')
  // Nobody answers at that address.
  const doubted = page.getByRole('button', { name: 'Save anyway' })
  await expect(isTest ? refused : doubted).toBeVisible()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('main').getByText('Test build of Electron')).toHaveCount(isTest ? 1 : 0)

  await app.close()
  const args = ['--provision', '--service-url=https://pay.example', '--token-stdin']
  const { code, output } = await till.command(args, `${token}\n`)
  expect([code, output]).toEqual(
    isTest ? [1, expect.stringContaining('test build of Electron')] : [0, expect.stringContaining('true')],
  )
})

test('a test build of Electron does not start on a till that is connected to another computer', async ({
  till,
}) => {
  const isTest = await isTestBuild(till)
  const stored = JSON.stringify({ address: 'https://pay.example', token })
  await keytar.setPassword('Tillside', vaultName('payment service', till.profile), stored)
  if (isTest) {
    const { code, errors } = await till.command([])
    expect([code, errors]).toEqual([1, expect.stringMatching(/start it with --practice/)])
  }
  const { page } = await till.open(isTest ? ['--practice'] : [])
  await expect(page.getByRole('link', { name: 'Counter' })).toBeVisible()
})
