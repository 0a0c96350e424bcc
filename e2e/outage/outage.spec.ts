/** Saving receipts for an outage, in the real program, over real HTTP and from a real folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { receipt, scan } from '../fixtures/counter'
import { writePolicy } from '../fixtures/policy'
import { filesWith } from '../fixtures/profile'
import { expect, test } from '../fixtures/till'

test('the list in the folder of the policy is fetched, what is not found is named, and the rest is there with no network', async ({
  till,
}) => {
  const service = await till.startService()
  const ids = { id: 'outage-1', transaction_id: '612000000001', custom_id: 'OUTAGE-LIST-0001' }
  service.ledger.addTransaction(ids)
  service.ledger.addTransaction({ id: 'outage-2', custom_id: 'OUTAGE-LIST-0002' })
  service.ledger.addTransaction({ id: 'outage-3', transaction_id: '612000000003' })
  const known = ['outage-1', 'OUTAGE-LIST-0002', '612000000003']
  const codes = ['NOBODY-KNOWS', ...known]
  const folder = `${till.profile}-lists`
  mkdirSync(folder)
  const list = path.join(folder, 'today.csv')
  const text = `when;code\r\n${codes.map((code) => `09:00;"${code}"\r\n`).join('')}`
  writeFileSync(list, text)
  await till.provision(service.url)
  const { app, page } = await till.open([writePolicy(till, { watchedFolder: folder })])
  await page.getByRole('link', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Offline receipts' })
  await expect(section).toContainText(folder)
  await expect(section).toContainText('Last loaded: “today.csv”, 4 codes')
  const missing = section.getByRole('list', { name: 'Codes that weren’t found' })
  await expect(missing.getByRole('listitem')).toHaveText(/NOBODY-KNOWS/)
  await expect(page.getByRole('progressbar', { name: 'Saving receipts' })).toHaveAttribute(
    'aria-valuetext',
    '4 of 4',
  )
  expect(readFileSync(list, 'utf8')).toBe(text)

  await service.stop()
  await page.getByRole('link', { name: 'Counter' }).click()
  for (const code of known) {
    await scan(page, code)
    await expect(receipt(page)).toContainText(/Saved copy · \d\d:\d\d/)
  }
  await app.close()
  expect(filesWith(till.profile, [...codes, ids.transaction_id, 'today.csv'])).toEqual([])
})
