/**
 * The built window for one test, with main played by the test, in an engine that tests share. The page's clock runs;
 * `pause` advances it instead of waiting.
 */
import { test as base, expect, type Page } from '@playwright/test'
import type { PageStart } from '../../../src/main/window/page'
import { themes as allThemes, type Language, type Theme } from '../../../src/shared/base/choices'
import { hearComplaints } from '../../fixtures/complaints'
import { lookUp, untilCounter } from '../../fixtures/counter'
import { haveOwnClock } from '../../fixtures/pause'
import { builtFiles, type Drawn, type Engine, startEngine } from './engines'
import { PlayedMain } from './played-main'

/** The drawn themes: `system` is one of these. */
export const themes = allThemes.filter((theme) => theme !== 'system')

/** What is known before the window loads. */
export type Opening = {
  readonly counter?: PageStart['counter']
  readonly language?: Language
  /** The window's files, if not the build's. */
  readonly files?: string
}

export type Till = {
  readonly main: PlayedMain
  /** Opens the window at 1280×800, in place of an earlier one. */
  readonly open: (opening?: Opening) => Promise<Page>
  /** Sets the theme as Settings does, from any place. */
  readonly wear: (page: Page, theme: Theme) => Promise<void>
  /** Returns and clears the page's errors, for a test that causes them. */
  readonly takeComplaints: () => readonly string[]
}

export const test = base.extend<{ till: Till }, { engine: Engine }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const engine = await startEngine()
      await use(engine)
      await engine.end()
    },
    { scope: 'worker' },
  ],
  till: async ({ engine }, use) => {
    const main = new PlayedMain()
    const complaints: string[] = []
    const windows: Drawn[] = []
    await use({
      main,
      async open({ counter = 'service', language = 'en', files = builtFiles } = {}) {
        const speech = { screen: language, paper: ['en'] } as const
        const start = { theme: 'light', textSize: 100, counter, speech } as const
        const drawn = await engine.open(main, start, files)
        windows.push(drawn)
        const { page } = drawn
        hearComplaints(page, complaints)
        await page.clock.install()
        haveOwnClock(page)
        await page.setViewportSize({ width: 1280, height: 800 })
        await drawn.load()
        return page
      },
      async wear(page, theme) {
        main.change({ theme })
        await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' })
      },
      takeComplaints: () => complaints.splice(0),
    })
    for (const { close } of windows) await close()
    expect([...complaints, ...main.broken]).toEqual([])
  },
})

/** The window with the receipt of that code. */
export async function openReceipt(till: Till, code: string): Promise<Page> {
  const page = await till.open()
  await lookUp(page, code)
  return page
}

/** The window, once its counter stands. */
export async function openCounter(till: Till): Promise<Page> {
  const page = await till.open()
  await untilCounter(page)
  return page
}

/** The same, at another place. */
export async function openAt(till: Till, place: 'Activity' | 'Settings'): Promise<Page> {
  const page = await openCounter(till)
  await page.getByRole('navigation').getByRole('link', { name: place }).click()
  return page
}

export { expect }
