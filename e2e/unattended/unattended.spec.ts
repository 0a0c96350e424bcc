/** A till that nobody looks after: its page comes back after a crash or a hang, stands still after too many, and stays in sight. */
import type { ElectronApplication } from '@playwright/test'
import { openConnected, test } from '../fixtures/connected'
import { lookUp, refundByKeys, refundPosts } from '../fixtures/counter'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect } from '../fixtures/till'

/** What the window shows, asked of main: Playwright lets go of a page that crashed. Nothing while it does not answer. */
function shown(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined || window.webContents.isCrashed() || window.webContents.isLoading()) return ''
    const text = window.webContents.executeJavaScript('document.body.innerText').then(String)
    // A question to a page that hangs is never answered, also once its process has ended.
    const silence = new Promise<string>((resolve) => setTimeout(resolve, 2000, ''))
    return await Promise.race([text, silence])
  })
}

test('a page that hangs is opened again, and a refund that was being sent meanwhile is shown as it ended', async ({
  till,
}) => {
  const service = await till.startService({ pace: 1 })
  await till.provision(service.url)
  const { app, page } = await till.open()
  await lookUp(page, 'PRACTICE-SLOW')
  await refundByKeys(page)
  await expect.poll(() => refundPosts(service)).toBe(1)
  // Asked of main: Playwright would wait for the page that hangs, also when it closes the program.
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return contents?.executeJavaScript('setTimeout(() => { for (;;); }); 0')
  })
  // Chromium keeps it to itself while a debugger, such as Playwright's, is attached to the page.
  await app.evaluate(({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))
  await expect.poll(() => shown(app), { timeout: 60_000 }).toContain('Refunded')
  expect(refundPosts(service)).toBe(1)
})

test('a supervisor’s session ends when the PC is locked or somebody else takes it over', async ({ till }) => {
  const { app, page } = await openConnected(till)
  for (const event of ['lock-screen', 'user-did-resign-active'] as const) {
    await beginSupervisor(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByText('Unlocked for a manager')).toBeVisible()
    await app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event)
    await expect(page.getByText('Unlocked for a manager')).toHaveCount(0)
  }
})
