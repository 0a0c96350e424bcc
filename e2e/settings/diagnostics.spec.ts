import path from 'node:path'
import { lookUp, outcomeHeading, refundByKeys, scan } from '../fixtures/counter'
import { readOrNothing, saveTo } from '../fixtures/saved-file'
import { expect, test, token } from '../fixtures/till'

const pin = '735108'

test('diagnostics say how the till is, and hold nothing that is anybody’s', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url, ['--supervisor-pin', '--store-name=CANARY-STORE'], `${token}\n${pin}\n`)
  const { app, page } = await till.open()
  await lookUp(page, 'C7719920461')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await scan(page, 'CANARY-12345678')
  await page.getByRole('region', { name: 'No receipt' }).waitFor()
  const file = path.join(till.documents, 'diagnostics.json')
  await saveTo(app, file)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Save diagnostics…' }).click()
  await expect(page.getByText(`Saved as`)).toBeVisible()
  const text = readOrNothing(file)
  expect(JSON.parse(text)).toMatchObject({
    format: 1,
    till: { mode: 'service', token: 'keychain', supervisorPin: 'set', refunds: { on: true }, undecided: 0 },
    has: { storeName: true },
    journal: { seq: expect.any(Number) },
    copies: 1,
  })
  const canaries = [token, pin, 'CANARY', 'C7719920461', '483920174462', '120.5']
  expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
})
