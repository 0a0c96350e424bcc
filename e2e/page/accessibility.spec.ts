/** Every screen in each language: axe, keyboard, touch targets, and fit. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { languages, type Theme } from '../../src/shared/base/choices'
import { extent } from '../../src/shared/testing/extent'
import {
  amountField,
  confirmByKeys,
  lookUp,
  outcomeHeading,
  pressByHand,
  refundForm,
  scanField,
  typeByHand,
} from '../fixtures/counter'
import { controlsOf, controlsStillThere, misfits, reachedByTab } from '../fixtures/fit'
import { example } from './played/counter-screens'
import { expect, type Till, test, themes } from './played/page'
import { openScreen, screensInTurn, welcome } from './played/screens'
import { inLanguage } from './played/speaking'

/** The last is the first at double size, where the page may scroll. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 640, height: 400 },
] as const

/** At night all of them; otherwise one per screen, rotating with the commits. */
function inTurn<T>(all: readonly T[], index: number): readonly T[] {
  if (extent() === 'night') return all
  const turn = Number(process.env.TILLSIDE_E2E_TURN ?? 0)
  return all.filter((_each, at) => at === (turn + index) % all.length)
}

/** Returns axe's findings as "theme: rule at element". */
async function troubles(page: Page, till: Till, looks: readonly Theme[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const theme of looks) {
    await till.wear(page, theme)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    for (const { id, nodes } of violations) {
      found.push(...nodes.map(({ target }) => `${theme}: ${id} at ${target.join(' ')}`))
    }
  }
  return found
}

async function unreached(page: Page): Promise<readonly string[]> {
  const all = await page.evaluate(controlsOf)
  const reached = await reachedByTab(page, all.length)
  expect(all.length).toBeGreaterThan(0)
  // A passing message may be gone before Tab has gone round once.
  const still = new Set(await page.evaluate(controlsStillThere))
  return all.filter((control) => !reached.has(control) && still.has(control))
}

for (const [index, name, screen] of screensInTurn()) {
  for (const language of inTurn(languages, index)) {
    test(`${name} in ${language}: axe finds nothing, all fits, a finger hits and Tab reaches each control, twice as large too`, async ({
      till,
    }) => {
      const page = await inLanguage(language, till, (open) => openScreen(open, screen, { language }))
      const looks = inTurn(themes, index)
      expect([
        ...(await troubles(page, till, looks)),
        ...(await misfits(page, [...sizes].reverse(), 44)),
        ...(await unreached(page)),
      ]).toEqual([])
    })
  }
}

test('a part refund is made with keys alone, from the start of the program', async ({ till }) => {
  const page = await till.open()
  await expect(scanField(page)).toBeFocused()
  await typeByHand(page, example)
  await pressByHand(page, 'Enter')
  await page.getByRole('article', { name: 'Receipt' }).waitFor()
  await page.keyboard.press('r')
  await expect(refundForm(page).getByRole('radio', { name: 'Full refund' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(amountField(page)).toBeFocused()
  await typeByHand(page, '20.25')
  // Enter ends the amount. Right after the last digit it would be a scan's.
  await pressByHand(page, 'Enter')
  await expect(refundForm(page).getByRole('radio', { name: 'Damaged item' })).toBeFocused()
  await page.keyboard.press('2')
  await confirmByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
})

test('in the smaller window the drawer is whole, and is opened and closed by keys', async ({ till }) => {
  const page = await till.open()
  await page.setViewportSize(sizes[1])
  await lookUp(page, example)
  const drawer = page.getByRole('button', { name: 'Recent and code type' })
  const matches = page.getByRole('combobox', { name: 'Code type' })
  await expect(matches).toBeHidden()
  await drawer.focus()
  await pressByHand(page, 'Enter')
  await expect(matches).toBeVisible()
  const trouble = await troubles(page, till, themes)
  // It lies over the receipt.
  const small = (await misfits(page, [sizes[1]], 44)).filter((what) => !what.includes('cut off'))
  expect([...small, ...trouble, ...(await unreached(page))]).toEqual([])
  await drawer.focus()
  await page.keyboard.press('Enter')
  await expect(matches).toBeHidden()
})

test('these measures see what is wrong', async ({ till }) => {
  const page = await openScreen(till, welcome)
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
  const unreachedNames = all
    .filter((control) => !reached.has(control))
    .map((name) => name.replace(/^\d+ /, ''))
  expect(unreachedNames).toEqual(['button keyless'])
  const seen = [...(await misfits(page, [sizes[0]], 44)), ...(await troubles(page, till, ['light']))]
  for (const trouble of [
    '1280: the page scrolls',
    '1280: cut off: outside',
    '1280: cut off: covered',
    '1280: cut off: wide',
    '1280: too small: tiny (60×20)',
    expect.stringContaining('color-contrast at h1'),
  ]) {
    expect(seen).toContainEqual(trouble)
  }
})
