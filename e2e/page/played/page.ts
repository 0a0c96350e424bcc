/**
 * The built window for one test, with main played by the test: a window and a session of its own, in an engine that many
 * tests share. The page's clock runs as a real one; a test lets time pass by `pause` instead of waiting.
 */
import { test as base, expect, type Page } from '@playwright/test'
import type { PageStart } from '../../../src/main/window/page'
import { themes as allThemes, type Theme } from '../../../src/shared/base/appearance'
import type { Language } from '../../../src/shared/base/languages'
import { haveOwnClock } from '../../fixtures/pause'
import { builtFiles, type Drawn, type Engine, startEngine } from './engines'
import { PlayedMain } from './played-main'

/** Those that a window wears: `system` is one of these. */
export const themes = allThemes.filter((theme) => theme !== 'system')

/** What is known of the till before its window is loaded, and in which language that is. */
export type Opening = {
  readonly counter?: PageStart['counter']
  readonly language?: Language
  /** The window's files, if not those of the build. */
  readonly files?: string
}

export type Till = {
  readonly main: PlayedMain
  /** Opens the window and loads the page, 1280×800 large; the one before is gone. */
  readonly open: (opening?: Opening) => Promise<Page>
  /** Chooses the theme as Settings does, whatever place is on the screen. */
  readonly wear: (page: Page, theme: Theme) => Promise<void>
  /** For a test that makes the page complain on purpose: answers what it said and forgets it. */
  readonly takeComplaints: () => readonly string[]
}

function hearComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    // The oldest engine that must do does not know all that is forbidden.
    if (message.text().includes('Permissions-Policy header: Unrecognized')) return
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) {
      complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
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
        const start = { theme: 'light', counter, speech: { screen: language, paper: ['en'] } } as const
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

export { expect }
