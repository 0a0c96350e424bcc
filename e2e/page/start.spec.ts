/** The counter takes input before the program behind the window is there (architecture.md, "Budgets"). */
import { cpSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { receipt, scan, scanField, typeByHand, untilCounter } from '../fixtures/counter'
import { builtFiles } from './played/engines'
import { expect, type Till, test } from './played/page'

const example = '483920174462'

/** Main keeps its first answer back until `release`. */
async function openStarting(till: Till) {
  const release = till.main.hold('app:read')
  const page = await till.open()
  await page.locator('.frame[data-starting]').waitFor()
  await expect(scanField(page)).toBeFocused()
  return { page, release }
}

test('a scan made before the program is there is shown as taken, and looked up once it is', async ({
  till,
}) => {
  const { page, release } = await openStarting(till)
  await scan(page, example)
  await expect(page.getByRole('heading', { name: 'Looking up' })).toBeVisible()
  await expect(page.locator('.code-asked')).toHaveText(example)
  release()
  await expect(receipt(page)).toContainText(example)
  await expect(scanField(page)).toHaveValue('')
  expect(till.main.asked('lookup:find').length).toBe(1)
})

/** Where everything lies that both the starting frame and the counter show, by its class. */
function layout(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(() => {
    const parts = '.brand, .header, .scan-field input, .footer'
    const all = [...document.querySelectorAll<HTMLElement>(parts)]
    return Object.fromEntries(
      all.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        const { color, fontSize, fontWeight } = getComputedStyle(part)
        return [part.className || part.tagName, [x, y, width, height, color, fontSize, fontWeight].join(' ')]
      }),
    )
  })
}

test('nothing moves when the counter takes the place of the page’s first frame', async ({ till }) => {
  const { page, release } = await openStarting(till)
  const before = await layout(page)
  expect(Object.keys(before).length).toBe(4)
  release()
  await untilCounter(page)
  await page.getByText('No refunds yet today.').waitFor()
  expect(await layout(page)).toEqual(before)
})

test('what is typed before the program is there stands in the field when it is, caret included', async ({
  till,
}) => {
  const { page, release } = await openStarting(till)
  await typeByHand(page, '48392017446')
  await page.keyboard.press('Home')
  release()
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await expect(scanField(page)).toBeFocused()
  await expect(scanField(page)).toHaveValue('48392017446')
  await typeByHand(page, '9')
  await expect(scanField(page)).toHaveValue('948392017446')
})

/** Copies the built window without the file of that name. Returns where it is. */
function builtWithout(name: string, files: string): string {
  cpSync(builtFiles, files, { recursive: true })
  const assets = path.join(files, 'assets')
  for (const file of readdirSync(assets)) if (file.startsWith(`${name}-`)) rmSync(path.join(assets, file))
  return files
}

test('a part of the window that cannot be loaded is told in place of a counter that hears nothing', async ({
  till,
}, info) => {
  const page = await till.open({ files: builtWithout('window', info.outputPath('no-window')) })
  await expect(page.getByRole('heading', { name: 'Tillside couldn’t start' })).toBeVisible()
  await expect.poll(() => till.main.asked('window:report-error').length).toBe(1)
  expect(till.takeComplaints().length).toBeGreaterThan(0)
})

test('without the file of its language the counter stands in English', async ({ till }, info) => {
  const page = await till.open({ files: builtWithout('ja', info.outputPath('no-ja')), language: 'ja' })
  await untilCounter(page)
  expect(till.takeComplaints().length).toBeGreaterThan(0)
})
