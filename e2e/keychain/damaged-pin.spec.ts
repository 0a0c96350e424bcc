import keytar from 'keytar'
import { vaultName } from '../../src/main/vault/keychain'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { expect, type Opened, test, token } from '../fixtures/till'

test('a damaged supervisor PIN is said to be that, and only setting the till up again replaces it', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url, ['--supervisor-pin'], `${token}\n735108\n`)
  await keytar.setPassword('Tillside', vaultName('supervisor pin', till.profile), '{"salt":')
  const { app, page } = await till.open()
  await lookUp(page, 'PRACTICE-500-BEFORE')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed')

  const damaged = page.getByText('The supervisor PIN is damaged')
  await page.getByRole('link', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Supervisor PIN' })
  await expect(section).toContainText('--provision with --supervisor-pin')
  await expect(section.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: /^Activity/ }).click()
  await page
    .getByText(/^R-[0-9A-Z]{10}$/)
    .first()
    .click()
  await expect(damaged).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record outcome', exact: true })).toHaveCount(0)

  await app.close()
  await till.provision(service.url, ['--supervisor-pin'], `${token}\n826403\n`)
  await decide(await till.open())
})

async function decide({ page }: Opened): Promise<void> {
  await page.getByRole('link', { name: /^Activity/ }).click()
  await page
    .getByText(/^R-[0-9A-Z]{10}$/)
    .first()
    .click()
  await page.getByRole('button', { name: 'Record outcome', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Refunded', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'What the portal shows' }).fill('Portal: the refund is there')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It says so')
  await dialog.getByRole('textbox', { name: 'Supervisor’s name' }).fill('Ms Chan')
  await dialog.getByLabel('PIN').fill('826403')
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await expect(page.getByText('Decision saved')).toBeVisible()
}
