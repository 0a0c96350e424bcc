/** What the system starts by itself with the PC. */
import type { ElectronApplication } from '@playwright/test'
import { untilCounter } from '../fixtures/counter'
import { writePolicy } from '../fixtures/policy'
import { expect, test } from '../fixtures/till'

const isKiosk = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk())

test('what the system starts ends at once, and in order, where no policy asks for it', async ({ till }) => {
  const none = writePolicy(till, {})
  const no = await till.command(['--with-pc', none])
  expect([no.code, no.output]).toEqual([0, ''])
})

test('where a policy says so it opens with the PC, in a window or covering the screen', async ({ till }) => {
  const policy = writePolicy(till, { startWithPc: 'window' })
  const first = await till.open(['--with-pc', policy])
  expect(await isKiosk(first.app)).toBe(false)
  await first.app.close()
  const second = await till.open(['--with-pc', writePolicy(till, { startWithPc: 'kiosk' })])
  expect(await isKiosk(second.app)).toBe(true)
})

test('the system makes sure that it is open without bringing its window before another', async ({ till }) => {
  const policy = writePolicy(till, { startWithPc: 'window' })
  const service = await till.startService()
  await till.provision(service.url)
  const { app, page } = await till.open([policy])
  await untilCounter(page)
  const isMinimized = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  const { code, errors } = await till.command(['--with-pc', policy])
  expect([code, errors]).toEqual([0, expect.not.stringContaining('brought forward')])
  expect([await isVisible(), await isMinimized()]).toEqual([false, false])
  await till.command([policy])
  await expect.poll(isVisible).toBe(true)
})
