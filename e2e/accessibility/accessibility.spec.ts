/** Every screen for everybody: readable, reachable by keys, large enough for a finger, whole in the window. */
import AxeBuilder from '@axe-core/playwright'
import type { ElectronApplication, Page } from '@playwright/test'
import { controlsOf, cutOff, pageScrolls, reachedByTab, tooSmall } from '../fixtures/controls'
import { lookUp, outcomeHeading, refundForm, scanField } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'
import { provisionForTour, screens } from '../fixtures/tour'
import { resize, sizes, themes, wear } from '../fixtures/window'

type Opened = { readonly app: ElectronApplication; readonly page: Page }

/** What axe finds serious or critical, as "screen theme: rule at element". */
async function troubles(page: Page, screen: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await wear(page, theme)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    for (const { id, nodes } of bad) {
      found.push(...nodes.map(({ target }) => `${screen} ${theme}: ${id} at ${target.join(' ')}`))
    }
  }
  await wear(page, 'light')
  return found
}

/** What does not fit, as "screen size: what". */
async function misfits({ app, page }: Opened, screen: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const size of sizes) {
    await resize(app, page, size)
    const where = `${screen} ${size.width}`
    if (await page.evaluate(pageScrolls)) found.push(`${where}: the page scrolls`)
    found.push(...(await page.evaluate(cutOff)).map((control) => `${where}: cut off: ${control}`))
    found.push(...(await page.evaluate(tooSmall, 44)).map((control) => `${where}: too small: ${control}`))
  }
  await resize(app, page, sizes[0])
  return found
}

test('axe finds nothing serious on the welcome, and it fits', async ({ till }) => {
  const opened = await till.open()
  await opened.page.getByRole('heading', { name: 'Welcome to Tillside' }).waitFor()
  expect(await troubles(opened.page, 'welcome')).toEqual([])
  expect(await misfits(opened, 'welcome')).toEqual([])
})

test('axe finds nothing serious in practice', async ({ till }) => {
  const { page } = await till.open(['--practice'])
  await lookUp(page, 'DEMO-TIPS')
  await page.getByRole('button', { name: 'More' }).click()
  expect(await troubles(page, 'practice')).toEqual([])
})

test('axe finds nothing serious on any screen, in light, dark and high contrast', async ({ till }) => {
  test.setTimeout(240_000)
  await provisionForTour(till)
  const { page } = await till.open()
  const found: string[] = []
  for (const { name, go } of screens) {
    await go(page)
    found.push(...(await troubles(page, name)))
  }
  expect(found).toEqual([])
})

test('every screen fits both windows, and a finger each of its controls', async ({ till }) => {
  test.setTimeout(180_000)
  await provisionForTour(till)
  const opened = await till.open()
  const found: string[] = []
  for (const { name, go } of screens) {
    await go(opened.page)
    found.push(...(await misfits(opened, name)))
  }
  expect(found).toEqual([])
})

test('Tab and the arrows reach every control of every screen', async ({ till }) => {
  test.setTimeout(180_000)
  await provisionForTour(till)
  const { page } = await till.open()
  const missed: string[] = []
  for (const { name, go } of screens) {
    await go(page)
    const all = await page.evaluate(controlsOf)
    const reached = await reachedByTab(page, all.length)
    expect(all.length, name).toBeGreaterThan(0)
    missed.push(...all.filter((control) => !reached.has(control)).map((control) => `${name}: ${control}`))
  }
  expect(missed).toEqual([])
})

test('a part refund is made with keys alone, from the start of the program', async ({ till }) => {
  await provisionForTour(till)
  const { page } = await till.open()
  await scanField(page).waitFor()
  await expect(scanField(page)).toBeFocused()
  await page.keyboard.type('C7719920461', { delay: 150 })
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'Receipt' }).waitFor()
  await page.keyboard.press('r')
  await expect(refundForm(page).getByRole('radio', { name: 'Full refund' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await page.keyboard.type('20.25', { delay: 150 })
  await page.keyboard.press('Alt+2')
  await page.keyboard.press('Control+Enter')
  await expect(outcomeHeading(page)).toHaveText('Refunded')
})
