/** The counter takes input before the program behind the window is there (architecture.md, "Budgets"). */
import type { ElectronApplication, Page } from '@playwright/test'
import type { BridgeApi } from '../../src/shared/contract/contract'
import { lookUp, receipt, scan, scanField, untilCounter } from '../fixtures/counter'
import { expect, type Till, test } from '../fixtures/till'
import { resize, sizes } from '../fixtures/window'

const example = '483920174462'

type Release = { releaseAppState?: () => void }

/** Loads the page anew while main keeps its first answer back, the one it gave before. Answers how to let it go. */
async function loadWithoutAppState(app: ElectronApplication, page: Page): Promise<() => Promise<void>> {
  const answer = await page.evaluate(() =>
    (window as unknown as { tillside: BridgeApi }).tillside.call('app:read'),
  )
  await app.evaluate(({ BrowserWindow }, given) => {
    const [window] = BrowserWindow.getAllWindows()
    const released = new Promise<void>((resolve) => {
      const release: Release = globalThis as Release
      release.releaseAppState = resolve
    })
    // What a window itself handles goes before what main does. Nothing else is asked until this is answered.
    window?.webContents.ipc.handleOnce('call', async () => {
      await released
      return given
    })
    void window?.loadURL('app://tillside/index.html')
  }, answer)
  await page.locator('.frame[data-starting]').waitFor()
  await expect(scanField(page)).toBeFocused()
  return () => app.evaluate(() => (globalThis as Release).releaseAppState?.())
}

async function openStarting(till: Till) {
  const service = await till.startService()
  await till.provision(service.url)
  const { app, page } = await till.open()
  await lookUp(page, 'C7719920461')
  return { service, app, page, release: await loadWithoutAppState(app, page) }
}

test('a scan made before the program is there is shown as taken, and looked up once it is', async ({
  till,
}) => {
  const { service, page, release } = await openStarting(till)
  await scan(page, example)
  await expect(page.getByRole('heading', { name: 'Looking up' })).toBeVisible()
  await expect(page.locator('.code-asked')).toHaveText(example)
  const asked = service.requests.length
  await release()
  await expect(receipt(page)).toContainText(example)
  await expect(scanField(page)).toHaveValue('')
  // What is on screen first is the saved copy; the service is asked at the same time.
  await expect.poll(() => service.requests.length).toBe(asked + 1)
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
  const { app, page, release } = await openStarting(till)
  await resize(app, page, sizes[0])
  const before = await layout(page)
  expect(Object.keys(before).length).toBe(4)
  await release()
  await untilCounter(page)
  await page.getByText('No refunds yet today.').waitFor()
  expect(await layout(page)).toEqual(before)
})

test('what is typed before the program is there stands in the field when it is, caret included', async ({
  till,
}) => {
  const { page, release } = await openStarting(till)
  await page.keyboard.type('48392017446', { delay: 300 })
  await page.keyboard.press('Home')
  await release()
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await expect(scanField(page)).toBeFocused()
  await expect(scanField(page)).toHaveValue('48392017446')
  await page.waitForTimeout(600)
  await page.keyboard.type('9', { delay: 300 })
  await expect(scanField(page)).toHaveValue('948392017446')
})
