/** The worst answers that a service can give, as large as an answer may be, in the real window. */
import type { Page } from '@playwright/test'
import { test } from '../fixtures/connected'
import { lookUp, receipt, scan, untilCounter } from '../fixtures/counter'
import { watchFrames } from '../fixtures/frames'
import { hostileRecords } from '../fixtures/hostile-records'
import { expect } from '../fixtures/till'

const [plain, links, codes, fields, notes] = [1, 2, 3, 4, 5].map((number) => `71000000000${number}`)
/** Beside other work, and on a screen of 60 pictures a second; it was 50 times as long before, and minutes once. */
const [maxRatio, normalFrameMs] = [30, 34]

/** All twenty links are there, and the codes of those near what is seen are drawn. */
async function seesLinks(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Links' })
  await expect(section.getByRole('figure')).toHaveCount(20)
  await section.getByRole('figure').last().scrollIntoViewIfNeeded()
  await expect.poll(() => section.locator('canvas[data-drawn]').count()).toBeGreaterThan(0)
}

/** Long texts are drawn in turns, and each is there in the end: 4 KiB of it, every mark as eight characters. */
async function seesLongTexts(page: Page): Promise<void> {
  const boxes = page.getByRole('region', { name: 'More' }).locator('.more-long')
  const lengths = () => boxes.evaluateAll((all) => all.map((box) => box.textContent?.length ?? 0))
  await expect.poll(async () => Math.min(...(await lengths()).slice(0, 200))).toBeGreaterThan(7000)
  expect(await boxes.count()).toBeGreaterThanOrEqual(200)
}

test('the largest records are painted with a limit on what is drawn, and the window goes on', async ({
  till,
  service,
}) => {
  test.setTimeout(120_000)
  service.put(`${plain}`)
  service.put(`${links}`, hostileRecords.links)
  service.put(`${codes}`, hostileRecords.codes)
  service.put(`${fields}`, hostileRecords.fields)
  service.put(`${notes}`, hostileRecords.notes)
  await till.provision(service.url)
  const { page } = await till.open()
  await untilCounter(page)
  await lookUp(page, `${plain}`)
  const longest = await watchFrames(page)
  const painted = async (code: string, sees?: (page: Page) => Promise<void>) => {
    await scan(page, code)
    await expect(receipt(page)).toContainText(code)
    await page.getByRole('button', { name: 'More' }).click()
    await sees?.(page)
    return longest()
  }
  const usual = await painted(`${plain}`)
  const pauses = {
    links: await painted(`${links}`, seesLinks),
    codes: await painted(`${codes}`, seesLinks),
    fields: await painted(`${fields}`, seesLongTexts),
    notes: await painted(`${notes}`),
  }
  const told = JSON.stringify({ usual, ...pauses })
  test.info().annotations.push({ type: 'longest frames', description: told })
  expect(Math.max(...Object.values(pauses)), told).toBeLessThan(maxRatio * Math.max(usual, normalFrameMs))
})
