/** What the system starts by itself with the PC. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { writePolicy } from '../fixtures/policy'
import { expect, test } from '../fixtures/till'

const isKiosk = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk())

test('where a policy says so it opens with the PC, in a window or covering the screen', async ({ till }) => {
  const policy = writePolicy(till, { startWithPc: 'window' })
  const first = await till.open(['--with-pc', policy])
  expect(await isKiosk(first.app)).toBe(false)
  await first.app.close()
  const second = await till.open(['--with-pc', writePolicy(till, { startWithPc: 'kiosk' })])
  expect(await isKiosk(second.app)).toBe(true)
})

test('a kiosk covers the whole screen, also where somebody maximized the window before', async ({ till }) => {
  const last = { x: 0, y: 0, width: 1024, height: 700, maximized: true }
  writeFileSync(path.join(till.profile, 'window.json'), JSON.stringify(last))
  const { app } = await till.open(['--kiosk'])
  const covers = () =>
    app.evaluate(({ BrowserWindow, screen }) => {
      const [window] = BrowserWindow.getAllWindows()
      const { width, height } = screen.getPrimaryDisplay().bounds
      const shown = window?.isVisible() ? window.getBounds() : null
      return shown?.width === width && shown.height === height
    })
  await expect.poll(covers).toBe(true)
})
