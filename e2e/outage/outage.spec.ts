/** Saving receipts for an outage, in the real program, over real HTTP and real folders. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { passOn } from '../../proof/wire/cutting-proxy'
import type { PracticeService } from '../../src/practice/start-practice-service'
import { extent } from '../../src/shared/testing/extent'
import { drop, receipt, scan, scanForReceipt, untilCounter } from '../fixtures/counter'
import { test } from '../fixtures/line-to-service'
import { writePolicy } from '../fixtures/policy'
import { filesWith } from '../fixtures/profile'
import { saveTo } from '../fixtures/saved-file'
import type { Till } from '../fixtures/till'

// Two hundred meet the same interruptions as a thousand.
const all = extent() === 'night' ? 1000 : 200
const unknownCodes = all / 20
const many = all - unknownCodes
const allInWords = all.toLocaleString('en')

/** Of no list of these tests. */
const byHand = '483920174462'

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

async function openOutage(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Settings' }).click()
  return page.getByRole('region', { name: 'Offline receipts' })
}

/** Waits until all of so many codes are done. */
async function untilDone(page: Page, total: string, timeout: number): Promise<void> {
  const progress = page.getByRole('progressbar', { name: 'Saving receipts' })
  await expect(progress).toHaveAttribute('aria-valuetext', `${total} of ${total}`, { timeout })
}

/** One figure of the report, as it stands there. */
const figure = (section: Locator, name: string) =>
  section.locator('dl.facts > div').filter({ hasText: name }).locator('dd').first()

/** How many questions about other codes than this one came to the service, from that one on. */
function otherThan(code: string, service: PracticeService, from: number): number {
  return service.requests.slice(from).filter(({ path: asked }) => !asked.includes(code)).length
}

// Each has a till and a service of its own, and one after the other they would take a minute and a half.
test.describe.configure({ mode: 'parallel' })

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
  const section = await openOutage(page)
  await expect(section).toContainText(folder)
  const chip = page.getByRole('button', {
    name: new RegExp(`^Saving receipts: [\\d,]+ of ${allInWords}$`),
  })
  await expect(chip).toBeVisible({ timeout: 20_000 })
  await untilDone(page, allInWords, 270_000)
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

test('it waits while the till is in use, is paused, continued and stopped, and goes on after a restart', async ({
  line,
}) => {
  test.setTimeout(180_000)
  const { service } = line
  const known = addReceipts(service, 300)
  const first = await line.open()
  await untilCounter(first.page)
  await drop(first.page, { name: 'today.txt', text: known.join('\n') })
  await expect(first.page.getByText('300 codes loaded from “today.txt”')).toBeVisible()
  const chip = first.page.getByRole('button', { name: /^Saving receipts/ })
  await expect(chip).toContainText(/of 300/)
  // The list of recent transactions stays the cashier's own.
  await expect(first.page.getByRole('list', { name: 'Recent on this till' })).toHaveCount(0)

  const held = new Promise<() => void>((arrived) => {
    line.proxy.setPlans({
      async show(call) {
        if (call.request.includes(byHand)) await new Promise<void>((go) => arrived(go))
        await passOn(call)
      },
    })
  })
  await scan(first.page, byHand)
  await expect(await openOutage(first.page)).toContainText('Paused while the till is in use.')
  const before = service.requests.length
  const release = await held
  line.proxy.setPlans({ show: passOn })
  release()
  await expect.poll(() => service.requests.length).toBeGreaterThan(before + 10)

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
  const { page } = await line.open()
  const section = await openOutage(page)
  await untilDone(page, '300', 120_000)
  // One lookup may have been out when the program closed: its receipt is saved, and is told as saved before.
  await expect(figure(section, 'Found')).toHaveText(/^(299|300)$/)
  // What was done before the restart is not done again.
  const paths = service.requests.slice(at).map((request) => request.path)
  expect(paths.some((place) => place.endsWith(known[0] ?? ''))).toBe(false)

  const others = Array.from({ length: 400 }, (_, index) => `NOBODY-KNOWS-${index}`)
  await drop(page, { name: 'all.txt', text: others.join('\n') })
  await section.getByRole('button', { name: 'Stop preparing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop preparing' }).click()
  // Behind the dialog nothing counts as there.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Saving receipts/ })).toHaveCount(0)
  const stopped = service.requests.length
  // A code of a next list is the first that is asked for then.
  await drop(page, { name: 'next.txt', text: 'OF-THE-NEXT-LIST' })
  await untilDone(page, '1', 20_000)
  expect(otherThan('OF-THE-NEXT-LIST', service, stopped)).toBeLessThanOrEqual(1)
})
