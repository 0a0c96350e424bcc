/** Saving receipts for an outage, in the real program, over real HTTP and real folders. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import type { PracticeService } from '../../src/practice/start-practice-service'
import { extent } from '../../src/shared/testing/extent'
import { receipt, scan } from '../fixtures/counter'
import { writePolicy } from '../fixtures/policy'
import { filesWith } from '../fixtures/profile'
import { saveTo } from '../fixtures/saved-file'
import { expect, type Till, test } from '../fixtures/till'

// Two hundred meet the same interruptions as a thousand.
const all = extent() === 'night' ? 1000 : 200
const unknownCodes = all / 20
const many = all - unknownCodes
const allInWords = all.toLocaleString('en')

/** So many new receipts at the service; answers their codes, of each kind in turn. */
function addReceipts(service: PracticeService, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(4, '0')
    const { facts } = service.ledger.addTransaction({
      id: `receipt-for-an-outage-${number}`,
      transaction_id: `6120000${number}`,
      custom_id: `OUTAGE-LIST-NUMBER-${number}`,
    })
    const kinds = [facts.transaction_id, facts.custom_id ?? '', facts.id]
    return kinds[index % kinds.length] ?? ''
  })
}

function makeFolder({ profile }: Till): string {
  const folder = `${profile}-lists`
  mkdirSync(folder)
  return folder
}

/** One figure of the report, as it stands there. */
const figure = (section: Locator, name: string) =>
  section.locator('dl.facts > div').filter({ hasText: name }).locator('dd').first()

test(`a list of ${allInWords} codes in the folder of the policy is fetched whole from a service that fails now and then`, async ({
  till,
}) => {
  test.setTimeout(300_000)
  const service = await till.startService({ switches: { interruptions: 'now_and_then' } })
  const known = addReceipts(service, many)
  const unknown = Array.from({ length: unknownCodes }, (_, index) => `NOBODY-KNOWS-${index + 10}`)
  // The unknown ones lie among the others.
  const codes = known.flatMap((code, index) =>
    index % 19 === 0 ? [unknown[index / 19] ?? '', code] : [code],
  )
  const folder = makeFolder(till)
  const list = path.join(folder, 'today.csv')
  const text = `when;code\r\n${codes.map((code) => `09:00;"${code}"\r\n`).join('')}`
  writeFileSync(list, text)
  await till.provision(service.url)
  const { app, page } = await till.open([writePolicy(till, { watchedFolder: folder })])
  await page.getByRole('link', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Offline receipts' })
  await expect(section).toContainText(folder)
  const chip = page.getByRole('button', {
    name: new RegExp(`^Saving receipts: [\\d,]+ of ${allInWords}$`),
  })
  await expect(chip).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('progressbar', { name: 'Saving receipts' })).toHaveAttribute(
    'aria-valuetext',
    `${allInWords} of ${allInWords}`,
    { timeout: 270_000 },
  )
  await expect(figure(section, 'Found')).toHaveText(String(many))
  await expect(figure(section, 'Not found')).toHaveText(String(unknownCodes))
  const missing = section.getByRole('list', { name: 'Codes that weren’t found' })
  await expect(missing.getByRole('listitem')).toHaveCount(unknownCodes)
  await expect(section).toContainText(`Last loaded: “today.csv”, ${allInWords} codes`)

  const report = path.join(folder, 'report.saved')
  await saveTo(app, report)
  await section.getByRole('button', { name: 'Save list…' }).click()
  await expect(page.getByText(`Saved as ${report}`)).toBeVisible()
  const reported = readFileSync(report, 'utf8').split('\n').slice(1, -1)
  expect(reported.map((line) => line.split(',').slice(0, 3))).toEqual(
    unknown.map((code) => [code, 'not found', 'today.csv']),
  )

  // Every code was shown at the service, and its own file is as it was.
  const asked = new Set(
    service.requests.map((request) => decodeURIComponent(request.path.split('/').pop() ?? '')),
  )
  expect([codes.every((code) => asked.has(code)), readFileSync(list, 'utf8')]).toEqual([true, text])

  await service.stop()
  await page.getByRole('link', { name: 'Counter' }).click()
  for (const index of [0, 1, 2, many / 2, many - 3, many - 2, many - 1]) {
    await scan(page, known[index] ?? '')
    await expect(receipt(page)).toContainText(/Saved copy · \d\d:\d\d/)
  }
  // None of them was looked up by a cashier before.
  await app.close()
  expect(filesWith(till.profile, [...codes, 'today.csv', '6120000'])).toEqual([])
})
