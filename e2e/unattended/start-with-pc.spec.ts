/** What the system starts by itself with the PC. */
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
