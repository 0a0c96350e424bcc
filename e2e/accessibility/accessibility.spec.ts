/** Every screen for everybody: readable, reachable by keys, large enough for a finger, whole in the window. */
import AxeBuilder from '@axe-core/playwright'
import type { ElectronApplication, Page } from '@playwright/test'
import { extent } from '../../src/shared/testing/extent'
import {
  controlsOf,
  controlsStillThere,
  cutOff,
  pageScrolls,
  reachedByTab,
  tooSmall,
} from '../fixtures/controls'
import {
  confirmByKeys,
  lookUp,
  outcomeHeading,
  refundForm,
  scanField,
  untilCounter,
} from '../fixtures/counter'
import { afterConnecting, stepNow } from '../fixtures/set-up'
import { spills } from '../fixtures/spills'
import { expect, test, token } from '../fixtures/till'
import { openForTour, screens } from '../fixtures/tour/tour'
import { enlarge, resize, sizes, type Theme, themes, wear } from '../fixtures/window'

type Opened = { readonly app: ElectronApplication; readonly page: Page }

/** What axe finds, however small, as "screen theme: rule at element". */
async function troubles(
  page: Page,
  screen: string,
  worn: readonly Theme[] = themes,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const theme of worn) {
    await wear(page, theme)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    for (const { id, nodes } of violations) {
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

test('axe finds nothing on the welcome, and it fits, twice as large too', async ({ till }) => {
  const opened = await till.open()
  await opened.page.getByRole('heading', { name: 'Welcome to Tillside' }).waitFor()
  expect(await troubles(opened.page, 'welcome')).toEqual([])
  expect(await misfits(opened, 'welcome')).toEqual([])
  expect(await misfitsEnlarged(opened, 'welcome')).toEqual([])
})

test('axe finds nothing on each step of the first start; it fits, twice as large too, and keys reach all of it', async ({
  till,
}) => {
  const service = await till.startService()
  const opened = await till.open()
  const { page } = opened
  await page.getByRole('textbox', { name: 'Address' }).fill(service.url)
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Connect' }).click()
  const found: string[] = []
  for (const [index, step] of afterConnecting.entries()) {
    await expect(stepNow(page)).toContainText(step)
    found.push(...(await troubles(page, step, themesAt(index))))
    found.push(...(await misfits(opened, step)))
    found.push(...(await misfitsEnlarged(opened, step)))
    found.push(...(await unreached(page, step)))
    await page.getByRole('button', { name: 'Later', exact: true }).click()
  }
  expect(found).toEqual([])
})

test('axe finds nothing in practice', async ({ till }) => {
  const { page } = await till.open(['--practice'])
  await lookUp(page, 'DEMO-TIPS')
  await page.getByRole('button', { name: 'More' }).click()
  expect(await troubles(page, 'practice')).toEqual([])
})

/** What is not whole with everything twice as large. */
async function misfitsEnlarged({ app, page }: Opened, screen: string): Promise<readonly string[]> {
  const width = await page.evaluate(() => window.innerWidth)
  await enlarge(app, 2)
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBeLessThan(width)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  const found = [
    ...(wide ? ['scrolls sideways'] : []),
    ...(await page.evaluate(spills)),
    ...(await page.evaluate(cutOff)).map((control) => `cut off: ${control}`),
  ]
  await enlarge(app, 1)
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width)
  return found.map((what) => `${screen} twice as large: ${what}`)
}

async function unreached(page: Page, screen: string): Promise<readonly string[]> {
  const all = await page.evaluate(controlsOf)
  const reached = await reachedByTab(page, all.length)
  expect(all.length, screen).toBeGreaterThan(0)
  // A message that passes by itself may be gone before Tab has gone round once; what is there still has to be reached.
  const still = new Set(await page.evaluate(controlsStillThere))
  return all
    .filter((control) => !reached.has(control) && still.has(control))
    .map((control) => `${screen}: ${control}`)
}

/** At night all themes; else one for each screen, and over as many commits each of them. */
function themesAt(index: number): readonly Theme[] {
  if (extent() === 'night') return themes
  const turn = Number(process.env.TILLSIDE_E2E_TURN ?? 0)
  return themes.filter((_theme, at) => at === (turn + index) % themes.length)
}

test('on every screen axe finds nothing, all fits, a finger hits and Tab reaches each control, twice as large too', async ({
  till,
}) => {
  test.setTimeout(600_000)
  const tour = await openForTour(till)
  const { page } = tour
  const found: string[] = []
  for (const [index, { name, go }] of screens.entries()) {
    await go(page, tour)
    found.push(...(await troubles(page, name, themesAt(index))))
    found.push(...(await misfits(tour, name)))
    found.push(...(await misfitsEnlarged(tour, name)))
    found.push(...(await unreached(page, name)))
  }
  expect(found).toEqual([])
})

test('a part refund is made with keys alone, from the start of the program', async ({ till }) => {
  const { page } = await openForTour(till)
  await untilCounter(page)
  await expect(scanField(page)).toBeFocused()
  await page.keyboard.type('C7719920461', { delay: 150 })
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'Receipt' }).waitFor()
  await page.keyboard.press('r')
  await expect(refundForm(page).getByRole('radio', { name: 'Full refund' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await page.keyboard.type('20.25', { delay: 150 })
  // Enter ends the amount. Right behind the last digit it would be a scan’s.
  await page.waitForTimeout(300)
  await page.keyboard.press('Enter')
  await expect(refundForm(page).getByRole('radio', { name: 'Damaged item' })).toBeFocused()
  await page.keyboard.press('2')
  await confirmByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
})

test('in the smaller window the drawer is whole, and is opened and closed by keys', async ({ till }) => {
  const { app, page } = await openForTour(till)
  await resize(app, page, sizes[1])
  await lookUp(page, 'C7719920461')
  const drawer = page.getByRole('button', { name: 'Recent and code type' })
  const matches = page.getByRole('combobox', { name: 'Code type' })
  await expect(matches).toBeHidden()
  await drawer.focus()
  // As long as a hand takes: an Enter right behind a scan's keys is the scanner's, and presses nothing.
  await page.waitForTimeout(300)
  await page.keyboard.press('Enter')
  await expect(matches).toBeVisible()
  expect(await page.evaluate(tooSmall, 44)).toEqual([])
  expect(await troubles(page, 'drawer')).toEqual([])
  expect(await unreached(page, 'drawer')).toEqual([])
  await drawer.focus()
  await page.keyboard.press('Enter')
  await expect(matches).toBeHidden()
})

test('these measures see what is wrong', async ({ till }) => {
  const { page } = await till.open()
  await page.getByRole('heading', { name: 'Welcome to Tillside' }).waitFor()
  await page.evaluate(() => {
    const add = (words: string, style: Partial<CSSStyleDeclaration>) => {
      const button = Object.assign(document.createElement('button'), { textContent: words })
      Object.assign(button.style, { position: 'fixed', width: '60px', height: '60px', top: '0' }, style)
      document.body.append(button)
      return button
    }
    add('outside', { left: `${window.innerWidth - 10}px` })
    add('tiny', { left: '500px', height: '20px' })
    add('covered', { left: '700px' })
    add('cover', { left: '700px' })
    add('keyless', { left: '800px' }).tabIndex = -1
    add('wide', { position: 'absolute', left: `${window.innerWidth}px`, width: '600px' })
    document.querySelector('h1')?.style.setProperty('color', '#ddd')
  })
  const all = await page.evaluate(controlsOf)
  const reached = await reachedByTab(page, all.length)
  const seen = {
    scrolls: await page.evaluate(pageScrolls),
    cutOff: await page.evaluate(cutOff),
    tooSmall: await page.evaluate(tooSmall, 44),
    unreached: all.filter((control) => !reached.has(control)).map((name) => name.replace(/^\d+ /, '')),
    axe: (await troubles(page, 'welcome')).some((trouble) => trouble.includes('color-contrast at h1')),
  }
  expect(seen).toEqual({
    scrolls: true,
    cutOff: expect.arrayContaining(['outside', 'covered', 'wide']),
    tooSmall: ['tiny (60×20)'],
    unreached: ['button keyless'],
    axe: true,
  })
})
