import type { Page } from '@playwright/test'
import { openConnected } from '../fixtures/connected'
import { lookUp, receipt, scan, untilCounter } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const example = 'C7719920461'
const sign = (page: Page) => page.getByRole('status', { name: 'Connection' })

/** Notes every text that the sign of the connection shows from now on. */
async function noteSigns(page: Page): Promise<() => Promise<readonly string[]>> {
  await sign(page).evaluate((element) => {
    const seen: string[] = []
    const note = () => {
      const text = element.textContent?.replace(/\s+/g, ' ').trim() ?? ''
      if (seen.at(-1) !== text) seen.push(text)
    }
    note()
    new MutationObserver(note).observe(element, { childList: true, characterData: true, subtree: true })
    Object.assign(window, { signsSeen: seen })
  })
  return () => page.evaluate(() => (window as unknown as { signsSeen: string[] }).signsSeen)
}

test('a service that answers every second call does not make the sign flicker', async ({ till }) => {
  const { page } = await openConnected(till)
  await lookUp(page, example)
  await expect(sign(page)).toContainText('Online')
  const signs = await noteSigns(page)
  for (const go of ['PRACTICE-SHOW-DOWN', 'PRACTICE-SHOW-DOWN-2', 'PRACTICE-SHOW-DOWN-3']) {
    await scan(page, go)
    await expect(page.getByRole('region', { name: 'No receipt' })).toContainText(go)
    await page.waitForTimeout(600)
    await lookUp(page, example)
    await page.waitForTimeout(600)
  }
  expect(await signs()).toEqual(['● Online'])
})

test('a line that comes and goes in a moment changes nothing on the sign', async ({ till }) => {
  const line = await till.startLine(await till.startService())
  await till.provision(line.url)
  const { page } = await till.open()
  await lookUp(page, example)
  await expect(sign(page)).toContainText('Online')
  const signs = await noteSigns(page)
  await line.cut()
  await scan(page, example)
  await expect(receipt(page)).toContainText('Saved copy')
  await line.mend()
  await page.keyboard.press('l')
  await expect(receipt(page)).not.toContainText('Saved copy')
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible()
  await expect(sign(page)).toContainText('Online')
  // One lost answer on a line that has just worked is no outage (src/main/service/line.ts).
  expect(await signs()).toEqual(['● Online'])
})

test('says since when it is offline, and stays with that time while it tries', async ({ till }) => {
  const line = await till.startLine(await till.startService())
  await till.provision(line.url)
  const { page } = await till.open()
  await lookUp(page, example)
  await line.cut()
  await scan(page, 'NEVER-SEEN')
  await expect(sign(page)).toContainText(/Offline since \d\d:\d\d/)
  const first = await sign(page).innerText()
  const signs = await noteSigns(page)
  await scan(page, 'NEVER-SEEN-2')
  await expect(page.getByRole('region', { name: 'No receipt' })).toContainText('NEVER-SEEN-2')
  await page.waitForTimeout(3000)
  expect(await signs()).toEqual([first.replace(/\s+/g, ' ').trim()])
  await line.mend()
  await untilCounter(page)
  await lookUp(page, example)
  await expect(sign(page)).toContainText('Online')
})
