/** The counter takes input before the program behind the window is there (design.md, "Budgets"). */
import type { ElectronApplication, Page } from '@playwright/test'
import type { BridgeApi } from '../../src/shared/operations'
import { lookUp, receipt, scan, scanField } from '../fixtures/counter'
import { expect, type Till, test } from '../fixtures/till'

const example = '483920174462'

type Release = { releaseAppState?: () => void }

/** Loads the page anew while main keeps its first answer back, the one it gave before. Answers how to let it go. */
async function loadWithoutAppState(app: ElectronApplication, page: Page): Promise<() => Promise<void>> {
  const answer = await page.evaluate(() =>
    (window as unknown as { tillside: BridgeApi }).tillside.readAppState(),
  )
  await app.evaluate(({ ipcMain, BrowserWindow }, given) => {
    const released = new Promise<void>((resolve) => {
      const release: Release = globalThis as Release
      release.releaseAppState = resolve
    })
    ipcMain.removeHandler('app:read')
    ipcMain.handle('app:read', async () => {
      await released
      return given
    })
    void BrowserWindow.getAllWindows()[0]?.loadURL('app://tillside/index.html')
  }, answer)
  await expect(page.locator('.place[href]')).toHaveCount(0)
  await expect(scanField(page)).toBeFocused()
  return () => app.evaluate(() => (globalThis as Release).releaseAppState?.())
}

async function openStarting(till: Till) {
  const service = await till.startService()
  await till.provision(service.url)
  const { app, page } = await till.open()
  await lookUp(page, 'C7719920461')
  return { service, page, release: await loadWithoutAppState(app, page) }
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
