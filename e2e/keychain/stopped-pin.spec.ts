/** Ten wrong PINs in a row: nobody goes on guessing, until the token in use is typed; and the supervisor hears of it. */
import keytar from 'keytar'
import { vaultName } from '../../src/main/vault/keychain'
import { untilCounter } from '../fixtures/counter'
import { expect, test, token } from '../fixtures/till'

const pin = '735108'

test('a PIN that was wrong too often is stopped until the token in use was typed, and the right one then hears how often', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url, ['--supervisor-pin'], `${token}\n${pin}\n`)
  const name = vaultName('supervisor pin', till.profile)
  const record = JSON.parse((await keytar.getPassword('Tillside', name)) ?? '')
  const since = new Date(2026, 10, 20, 18, 5)
  const wrong = { tries: 37, since: since.getTime() }
  await keytar.setPassword('Tillside', name, JSON.stringify({ ...record, wrongTries: 10, wrong }))

  const { page } = await till.open()
  await untilCounter(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Supervisor PIN' })
  await expect(section).toContainText('No PIN is accepted any more, not even the right one.')
  await expect(section.getByLabel('New PIN', { exact: true })).toHaveCount(0)

  const notice = (words: string) => page.locator('.notice').filter({ hasText: words })
  const reopen = async (typed: string) => {
    await section.getByLabel('Access token in use now').fill(typed)
    await section.getByRole('button', { name: 'Let the PIN be tried again' }).click()
  }
  await reopen('some-other-token')
  await expect(section).toContainText('That isn’t the access token in use')
  await expect(section.getByLabel('Access token in use now')).toHaveValue('some-other-token')
  await reopen(token)
  await expect(notice('The supervisor PIN can be tried again')).toBeVisible()

  await section.getByLabel('Current PIN').fill(pin)
  await section.getByLabel('New PIN', { exact: true }).fill('904172')
  await section.getByLabel('Repeat new PIN').fill('904172')
  await section.getByRole('button', { name: 'Change PIN' }).click()
  const told = page.getByText('37 wrong PINs since Friday, 20 Nov, 18:05, before the right one.')
  await expect(told).toBeVisible()
  await notice('37 wrong PINs').getByRole('button').click()
  await expect(told).toHaveCount(0)
})
