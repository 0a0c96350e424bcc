/** Saving receipts for an outage, in the real program, over real HTTP and real folders. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { PracticeService } from '../../src/practice/start-practice-service'
import { extent } from '../../src/shared/testing/extent'
import { receipt, scan, scanForReceipt, untilCounter } from '../fixtures/counter'
import {
  addReceipts,
  choose,
  drop,
  figure,
  filesInClear,
  makeFolder,
  openOutage,
  outageSection,
  progress,
  untilDone,
} from '../fixtures/outage'
import { writePolicy } from '../fixtures/policy'
import { expect, test } from '../fixtures/till'

// Two hundred meet the same interruptions as a thousand.
const all = extent() === 'night' ? 1000 : 200
const unknownCodes = all / 20
const many = all - unknownCodes
const unknown = Array.from(
  { length: unknownCodes },
  (_, index) => `NOBODY-KNOWS-${String(index).padStart(2, '0')}`,
)
const allInWords = all.toLocaleString('en')

/** Of no list of these tests. */
const byHand = '483920174462'

/** How many questions about other codes than this one came to the service, from that one on. */
function otherThan(code: string, service: PracticeService, from: number): number {
  return service.requests.slice(from).filter(({ path: asked }) => !asked.includes(code)).length
}

async function expectCopy(page: Page, code: string): Promise<void> {
  await scan(page, code)
  await expect(receipt(page)).toContainText(/Saved copy · \d\d:\d\d/)
}

// Each has a till and a service of its own, and one after the other they would take a minute and a half.
test.describe.configure({ mode: 'parallel' })

test(`a list of ${allInWords} codes in the folder of the policy is fetched whole from a service that fails now and then`, async ({
  till,
}) => {
  test.setTimeout(300_000)
  const service = await till.startService({ switches: { interruptions: 'now_and_then' } })
  const known = addReceipts(service, many)
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
  const section = await openOutage(page)
  await expect(section).toContainText(folder)
  await expect(
    page.getByRole('button', { name: new RegExp(`^Saving receipts: [\\d,]+ of ${allInWords}$`) }),
  ).toBeVisible({
    timeout: 20_000,
  })
  await untilDone(page, allInWords, 270_000)
  await expect(figure(page, 'Found').first()).toHaveText(String(many))
  await expect(figure(page, 'Not found')).toHaveText(String(unknownCodes))
  await expect(
    section.getByRole('list', { name: 'Codes that weren’t found' }).getByRole('listitem'),
  ).toHaveCount(unknownCodes)
  await expect(section).toContainText(`Last loaded: “today.csv”, ${allInWords} codes`)

  const report = path.join(folder, 'report.saved')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, report)
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
  for (const index of [0, 1, 2, many / 2, many - 3, many - 2, many - 1])
    await expectCopy(page, known[index] ?? '')
  // None of them was looked up by a cashier before.
  await app.close()
  expect(filesInClear(till.profile, [...codes, 'today.csv', '6120000'])).toEqual([])
})

test('it waits while the till is in use, is paused and continued, and goes on after a restart', async ({
  till,
}) => {
  test.setTimeout(180_000)
  const service = await till.startService()
  const known = addReceipts(service, 300)
  const line = await till.startLine(service)
  await till.provision(line.url)
  const first = await till.open()
  await untilCounter(first.page)
  await drop(first.page, [{ name: 'today.txt', text: known.join('\n') }])
  await expect(first.page.getByText('300 codes loaded from “today.txt”')).toBeVisible()
  const chip = first.page.getByRole('button', { name: /^Saving receipts/ })
  await expect(chip).toContainText(/of 300/)
  // The list of recent transactions stays the cashier's own.
  await expect(first.page.getByRole('list', { name: 'Recent on this till' })).toHaveCount(0)

  line.hold('GET', byHand)
  await scan(first.page, byHand)
  await openOutage(first.page)
  await expect(outageSection(first.page)).toContainText('Paused while the till is in use.')
  const held = service.requests.length
  line.release()
  await expect.poll(() => service.requests.length).toBeGreaterThan(held + 10)

  await chip.click()
  await first.page.getByRole('button', { name: 'Pause' }).click()
  await expect(first.page.getByText('Paused.')).toBeVisible()
  await expect(chip).toHaveText('Saving receipts: paused')
  const paused = service.requests.length
  // What is looked up by hand meanwhile is asked for, and of the list what was out when it was paused at most.
  await first.page.getByRole('link', { name: 'Counter' }).click()
  await scanForReceipt(first.page, byHand)
  expect(otherThan(byHand, service, paused)).toBeLessThanOrEqual(1)
  await chip.click()
  await first.page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => service.requests.length).toBeGreaterThan(paused + 10)
  await first.app.close()

  const at = service.requests.length
  const { page } = await till.open()
  await openOutage(page)
  await untilDone(page, '300', 120_000)
  // One lookup may have been out when the program closed: its receipt is saved, and is told as saved before.
  await expect(figure(page, 'Found').first()).toHaveText(/^(299|300)$/)
  // What was done before the restart is not done again.
  const paths = service.requests.slice(at).map((request) => request.path)
  expect(paths.some((place) => place.endsWith(known[0] ?? ''))).toBe(false)
})

test('a list is chosen in Settings; a bad one is refused with its line; stopping forgets what waits', async ({
  till,
}) => {
  const service = await till.startService({ switches: { missStatus: '422' } })
  const known = addReceipts(service, 400)
  const folder = makeFolder(till)
  await till.provision(service.url)
  const { app, page } = await till.open()
  const section = await openOutage(page)
  const file = path.join(folder, 'codes.csv')

  writeFileSync(file, `code\nA1\n${'x'.repeat(65)}\n`)
  await choose(app, file)
  await section.getByRole('button', { name: 'Choose a list…' }).click()
  await expect(page.getByText('“codes.csv” wasn’t loaded: line 3.')).toBeVisible()

  writeFileSync(file, `Transaction ID,Note\n610000000001,x\n${known[0]},y\n`)
  await section.getByRole('button', { name: 'Choose a list…' }).click()
  await expect(page.getByText('2 codes loaded from “codes.csv”')).toBeVisible()
  await untilDone(page, '2', 20_000)
  await expect(section.getByRole('list', { name: 'Codes that weren’t found' })).toContainText('610000000001')
  await section.getByRole('button', { name: 'Clear report' }).click()
  await expect(progress(page)).toHaveCount(0)

  // Longer than the 50,000 receipts that are kept.
  const long = Array.from({ length: 50_001 }, (_, index) => `L${index}`).join('\n')
  await drop(page, [{ name: 'year.txt', text: long }])
  await expect(page.getByText('“year.txt” wasn’t loaded')).toBeVisible()
  await expect(progress(page)).toHaveCount(0)

  await drop(page, [{ name: 'all.txt', text: known.join('\n') }])
  await expect(progress(page)).toBeVisible()
  await section.getByRole('button', { name: 'Stop preparing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop preparing' }).click()
  await expect(page.getByRole('button', { name: /^Saving receipts/ })).toHaveCount(0)
  const stopped = service.requests.length
  // A code of a next list is the first that is asked for then.
  await drop(page, [{ name: 'next.txt', text: byHand }])
  await untilDone(page, '1', 20_000)
  expect(otherThan(byHand, service, stopped)).toBeLessThanOrEqual(1)
})
