/**
 * The built window in a current Chromium, as Electron will carry one: the files and the content policy that main
 * serves, and main itself played inside the page. TILLSIDE_E2E_CHROMIUM names the program.
 */
import path from 'node:path'
import { test as base, chromium, expect, type Page } from '@playwright/test'
import { build } from 'vite'
import { systemWords } from '../../src/main/system/words'
import { answerPageRequest } from '../../src/main/window/page'
import { pageAddress } from '../../src/main/window/page-address'
import { project } from '../fixtures/till'
import type { PlayedMain } from './played-main'

declare global {
  interface Window {
    readonly played: PlayedMain
  }
}

/** Where a browser that knows no address of ours finds the page. */
const origin = 'https://tillside.test'

/** Main as one script. */
async function playedMain(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(__dirname, 'played-main.ts'), formats: ['iife'], name: 'playedMain' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (bundle === undefined || !('output' in bundle)) throw new Error('Nothing was bundled')
  return bundle.output[0].code
}

async function serve(page: Page): Promise<void> {
  const load = {
    theme: 'light',
    counter: 'service',
    speech: { screen: 'en', paper: ['en'] },
    still: systemWords.stopped,
  } as const
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const url = new URL(pathname === '/' ? pageAddress : `.${pathname}`, pageAddress).href
    const request = { method: route.request().method(), url }
    const { status, headers, body } = await answerPageRequest(
      path.join(project, 'out', 'renderer'),
      request,
      load,
    )
    await route.fulfill({ status, headers: { ...headers }, body })
  })
}

export const test = base.extend<{ counter: Page }, { script: string }>({
  script: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => use(await playedMain()),
    { scope: 'worker' },
  ],
  counter: async ({ script }, use) => {
    const executablePath = process.env.TILLSIDE_E2E_CHROMIUM ?? ''
    const sandboxed = process.env.TILLSIDE_E2E_SANDBOX !== 'off'
    const browser = await chromium.launch({ executablePath, chromiumSandbox: sandboxed })
    const context = await browser.newContext({ viewport: { width: 1366, height: 860 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.addInitScript({ content: script })
    await serve(page)
    await page.goto(`${origin}/`)
    await use(page)
    await browser.close()
    expect(complaints).toEqual([])
  },
})

export { expect }
