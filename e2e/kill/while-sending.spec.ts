/** Whatever happens to windows and programs while a refund is being sent: one POST, and its end is known. */
import { once } from 'node:events'
import type { ElectronApplication } from '@playwright/test'
import { passOn } from '../../proof/wire/cutting-proxy'
import { type Line, openActivity, startRefund, test } from '../fixtures/line-to-service'
import { expect } from '../fixtures/till'

/** Opens a till whose refund is held at the line once it has arrived, until it is let go. */
async function openSending(line: Line) {
  const opened = await line.open()
  let letGo: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    line.proxy.setPlans({
      async refund(call) {
        resolve()
        await released
        await passOn(call)
      },
    })
  })
  await startRefund(opened.page)
  await arrived
  return { ...opened, letGo }
}

test('a window that is closed while sending stays until the answer has come, and says so', async ({
  line,
}) => {
  const { app, page, letGo } = await openSending(line)
  const gone = once(app.process(), 'exit')
  const title = await app.evaluate(({ BrowserWindow }) => {
    const [window_] = BrowserWindow.getAllWindows()
    // Somebody who closes twice ends nothing either.
    window_?.close()
    window_?.close()
    return window_?.getTitle()
  })
  await expect(page.getByText('Sending', { exact: false }).first()).toBeVisible()
  expect(title).toBe('Finishing a refund, then closing · Tillside')
  letGo()
  await gone
  const { page: after } = await line.open()
  const rows = await openActivity(after)
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Refunded')
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
})

/** The words on the screen, asked of main: Playwright lets go of a page that crashed, and waits for one that hangs. */
function wordsOnScreen(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return ''
    const words = contents.executeJavaScript('document.body.innerText')
    // A page that goes while it is asked never answers.
    return String(await Promise.race([words, new Promise((resolve) => setTimeout(resolve, 1000, ''))]))
  })
}

/** From then on the page answers nothing. */
const freeze = (app: ElectronApplication) =>
  app.evaluate(async ({ BrowserWindow }) => {
    const [window_] = BrowserWindow.getAllWindows()
    await window_?.webContents.executeJavaScript('setTimeout(() => { for (;;); }); 0')
  })

/** Chromium keeps it to itself while a debugger, such as Playwright's, is attached to the page. */
const tellThatItHangs = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))

const breakdowns = {
  crashes: (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
    }),
  async hangs(app: ElectronApplication) {
    await freeze(app)
    await tellThatItHangs(app)
  },
}

for (const [breaksDown, breakPage] of Object.entries(breakdowns)) {
  test(`a page that ${breaksDown} while sending comes back and shows where the refund stands`, async ({
    line,
  }) => {
    const { app, letGo } = await openSending(line)
    await breakPage(app)
    await expect.poll(() => wordsOnScreen(app)).toContain('Sending')
    letGo()
    await expect.poll(() => wordsOnScreen(app)).toMatch(/Refunded\s+HK\$120\.50/)
    expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
  })
}

test('a refund that ended while its page hung is shown as it ended', async ({ line }) => {
  const { app, letGo } = await openSending(line)
  await freeze(app)
  letGo()
  await expect.poll(() => line.entries()).toBe(1)
  await tellThatItHangs(app)
  await expect.poll(() => wordsOnScreen(app)).toMatch(/Refunded\s+HK\$120\.50/)
})
