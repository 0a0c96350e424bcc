import type { Page } from '@playwright/test'
import { raw } from 'bwip-js/node'
import { lookUp, receipt } from '../fixtures/counter'
import { expect, test, themes } from './played/page'

const example = '483920174462'

/** Widths of the bars and gaps of Code 128 in modules, starting and ending with a bar. */
function modulesOf(text: string): readonly number[] {
  const [drawn] = raw({ bcid: 'code128', text })
  return drawn !== undefined && 'sbs' in drawn ? drawn.sbs : []
}

/** Returns the runs of one colour along the middle of the code on screen. */
function readBars(page: Page) {
  return page.getByRole('img', { name: `Barcode of ${example}` }).evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('The code is no canvas')
    const { width, height } = element
    const row = element.getContext('2d')?.getImageData(0, Math.floor(height / 2), width, 1).data ?? []
    const lights = Array.from({ length: width }, (_none, x) => row[x * 4] ?? -1)
    const runs: { light: number; wide: number }[] = []
    for (const light of lights) {
      const last = runs.at(-1)
      if (last?.light === light) last.wide += 1
      else runs.push({ light, wide: 1 })
    }
    const shown = element.getBoundingClientRect()
    return { runs, perPixel: width / shown.width / window.devicePixelRatio }
  })
}

test('the barcode of a receipt is dark on white in every theme, whole pixels wide, and reads as the id', async ({
  till,
}) => {
  const page = await till.open()
  for (const theme of themes) {
    await till.wear(page, theme)
    await lookUp(page, example)
    await expect(receipt(page).locator('canvas[data-drawn]').first()).toBeVisible()
    const { runs, perPixel } = await readBars(page)
    const bars = runs.slice(1, -1)
    const narrowest = Math.min(...bars.map(({ wide }) => wide))
    expect(modulesOf(example).length).toBeGreaterThan(50)
    expect([theme, perPixel, bars.map(({ wide }) => wide / narrowest)]).toEqual([
      theme,
      1,
      modulesOf(example),
    ])
    expect(new Set(bars.map(({ light }) => light))).toEqual(new Set([0x11, 0xff]))
    // A quiet zone of ten modules at each end.
    const quiet = [runs[0], runs.at(-1)].map((end) => [end?.light, (end?.wide ?? 0) >= 10 * narrowest])
    expect(quiet).toEqual([
      [0xff, true],
      [0xff, true],
    ])
  }
})
