/** Everything larger or smaller by keys, which the window itself takes before its page does. */
import type { ElectronApplication } from '@playwright/test'
import { lookUp } from '../fixtures/counter'
import { expect, openConnected, test } from '../fixtures/till'

const zoomOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel())

/** As the window system hands a key over: Playwright's keys go to the page, past what the window itself does with one. */
const pressWithControl = (app: ElectronApplication, keyCode: string) =>
  app.evaluate(({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    for (const type of ['keyDown', 'keyUp'] as const) {
      contents?.sendInputEvent({ type, keyCode: code, modifiers: ['control'] })
    }
  }, keyCode)

test('Ctrl with plus, minus and 0 makes everything larger, smaller and as it was', async ({ till }) => {
  const { app, page } = await openConnected(till)
  await lookUp(page, '483920174462')
  for (const [keyCode, level] of [
    ['=', 0.5],
    ['+', 1],
    ['-', 0.5],
    ['0', 0],
    ['-', -0.5],
  ] as const) {
    await pressWithControl(app, keyCode)
    await expect.poll(() => zoomOf(app), `Ctrl ${keyCode}`).toBe(level)
  }
})
