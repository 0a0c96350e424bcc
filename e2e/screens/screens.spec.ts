/**
 * Not a test: takes a picture of every screen (`npm run screens`), into a folder outside git. Those that the documents show
 * go into docs/screens too.
 */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createCanvas, GifEncoder, loadImage } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import {
  confirmByKeys,
  outcomeHeading,
  refundForm,
  scanField,
  scanForReceipt,
  untilCounter,
} from '../fixtures/counter'
import { builtFiles } from '../page/played/engines'
import { expect, type Till, test } from '../page/played/page'
import { openScreen, screens } from '../page/played/screens'
import { inLanguage } from '../page/played/speaking'

const project = path.resolve(builtFiles, '..', '..')
const folder = path.join(project, 'test-results', 'pictures')
mkdirSync(folder, { recursive: true })
const shownFolder = path.join(project, 'docs', 'screens')
/** What a document shows; what none does any more is to be deleted by hand. */
const shown = new Set(readdirSync(shownFolder))

const usual = { size: { width: 1280, height: 800 }, theme: 'light' } as const
const every = [
  usual,
  { size: { width: 1024, height: 768 }, theme: 'light' },
  { ...usual, theme: 'dark' },
] as const

async function picture(till: Till, page: Page, name: string, looks: readonly (typeof every)[number][]) {
  for (const { size, theme } of looks) {
    await page.setViewportSize(size)
    await till.wear(page, theme)
    await expect(page.locator('canvas:not([data-drawn])')).toHaveCount(0)
    const file = `${name}-${size.width}x${size.height}-${theme}.png`
    await page.screenshot({ path: path.join(folder, file), animations: 'disabled', caret: 'hide' })
    if (shown.has(file)) copyFileSync(path.join(folder, file), path.join(shownFolder, file))
  }
}

for (const [name, screen] of Object.entries(screens)) {
  for (const language of ['en', 'zh-Hant-HK'] as const) {
    test(`${name} in ${language}`, async ({ till }) => {
      const page = await inLanguage(language, till, (open) => openScreen(open, screen, { language }))
      const file = language === 'en' ? name : `${name}-${language}`
      await picture(till, page, file, screen.main === true ? every : [usual])
    })
  }
}

test('the README’s moving picture: a refund, and one whose line drops', async ({ till }) => {
  const { main } = till
  Object.assign(main.app, { mode: 'practice' })
  const page = await till.open({ counter: 'practice' })
  await untilCounter(page)
  const { width, height } = usual.size
  const moving = new GifEncoder(width, height)
  const context = createCanvas(width, height).getContext('2d')
  const frame = async (delay: number) => {
    const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    context.drawImage(await loadImage(taken), 0, 0)
    moving.addFrame(new Uint8Array(context.getImageData(0, 0, width, height).data), width, height, { delay })
  }
  const refund = async (code: string) => {
    for (const part of [code.slice(0, code.length / 3), code.slice(0, (2 * code.length) / 3), code]) {
      await scanField(page).fill(part)
      await frame(part === code ? 500 : 200)
    }
    await scanForReceipt(page, code)
    await frame(1500)
    await page.keyboard.press('r')
    await refundForm(page).waitFor()
    await frame(1000)
    await page.keyboard.press('1')
    await expect(refundForm(page).getByText('Choose a reason.')).toBeHidden()
    await frame(900)
    await confirmByKeys(page)
  }
  const outcome = async (heading: string) => {
    await expect(outcomeHeading(page)).toHaveText(heading)
    await frame(2500)
  }
  await frame(1000)
  await refund('483920174462')
  await outcome('Refunded')
  main.ends.set('PRACTICE-DROP-AFTER', 'unconfirmed')
  await refund('PRACTICE-DROP-AFTER')
  await outcome('Unconfirmed')
  for (const attempt of main.attempts.slice(0, 1)) main.changeAttempt(attempt, { state: 'refunded' })
  await outcome('Refunded')
  writeFileSync(path.join(shownFolder, 'two-refunds.gif'), moving.finish())
})
