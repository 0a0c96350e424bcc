/** Whatever happens to windows and programs while a refund is being sent: one POST, and its end is known. */
import { once } from 'node:events'
import type { ElectronApplication, Page } from '@playwright/test'
import { passOn } from '../../proof/wire/cutting-proxy'
import type { BridgeApi } from '../../src/shared/contract/contract'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { followLookups, newestLookup } from '../fixtures/newest-lookup'
import { expect } from '../fixtures/till'
import { code, type Line, openActivity, startRefund, supervisorPin, test } from './line-to-service'

/** Holds the refund at the line once it has arrived, until it is let go. */
function holdRefund(line: Line) {
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
  return { arrived, letGo }
}

/** The order that the counter would send for what it shows now. */
const order = {
  id: 'kill-1',
  amount: { hundredths: 12050, currency: 'HKD' },
  reason: { code: 'damaged', text: '' },
}

async function kindsOfConfirms(page: Page, times: number): Promise<readonly string[]> {
  const shown = await newestLookup(page)
  return page.evaluate(
    async ([given, lookup, count]) => {
      const { tillside } = window as unknown as { readonly tillside: BridgeApi }
      const confirm = () => tillside.call('refund:issue', { ...given, lookup, confirmed: false })
      const answers = await Promise.all(Array.from({ length: count }, confirm))
      return answers.map((answer) => (answer.ok ? answer.value.attempt.state : answer.fault.kind))
    },
    [order, shown, times] as const,
  )
}

/** Another window of the same program, with the same page and the same functions. */
async function openSecondWindow(app: ElectronApplication): Promise<Page> {
  const opened = app.waitForEvent('window')
  await app.evaluate(async ({ app: program, BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows()
    if (first === undefined) throw new Error('There is no window')
    const { session } = first.webContents
    const preload = `${program.getAppPath()}/out/preload/index.js`
    const webPreferences = { session, preload, sandbox: true, contextIsolation: true }
    await new BrowserWindow({ show: false, webPreferences }).loadURL(first.webContents.getURL())
  })
  return opened
}

test('a second window of the same program cannot refund, decide, or ask anything at all', async ({
  line,
}) => {
  const { app, page } = await line.open()
  await lookUp(page, code)
  const second = await openSecondWindow(app)
  const kinds = await second.evaluate(
    async ([given, pin]) => {
      const { tillside } = window as unknown as { readonly tillside: BridgeApi }
      const word = { why: 'None' }
      const proof = { with: 'pin', person: 'p', pin } as const
      const decision = { ...word, to: 'refunded', saw: 'Nothing', portal: false } as const
      const marker = 'R-0000000000'
      const lookup = crypto.randomUUID()
      const asked = await Promise.all([
        tillside.call('refund:issue', { ...given, lookup, confirmed: true }),
        tillside.call('activity:decide', { marker, proof, decision }),
        tillside.call('activity:check', { marker }),
        tillside.call('activity:page', { before: null, count: 100 }),
        tillside.call('activity:acknowledge', {
          alarm: { of: 'line', line: 1 },
          proof,
          note: 'None',
        }),
        tillside.call('payment:accept-lower', { ...word, lookup, refunded: 0, proof }),
        tillside.call('payment:release', { ...word, line: 1, saw: 'Nothing', proof }),
        tillside.call('lookup:find', {
          lookup: crypto.randomUUID(),
          code: given.id,
          match: 'internal_id',
          typed: true,
        }),
        tillside.call('token:save', { address: 'http://127.0.0.1:1', token: 'other', anyway: true }),
        tillside.call('people:save', { id: '', name: 'Eve', role: 'manager', pin: '826403' }),
        tillside.call('journal:begin', { ...word, proof }),
        tillside.call('token:forget'),
        tillside.call('rights:begin', proof),
        tillside.call('rights:end'),
        tillside.call('app:read'),
      ])
      return asked.map((answer) => (answer.ok ? 'answered' : answer.fault.kind))
    },
    [order, supervisorPin] as const,
  )
  expect(kinds).toEqual(Array(15).fill('sender_rejected'))
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
})

test('two confirms in the same moment, and a second start of the program, send one refund', async ({
  line,
  till,
}) => {
  const { page } = await line.open()
  await followLookups(page)
  await lookUp(page, code)
  const { arrived, letGo } = holdRefund(line)
  const confirmed = kindsOfConfirms(page, 2)
  await arrived
  const [again, third] = await Promise.all([till.command([]), kindsOfConfirms(page, 1)])
  letGo()
  expect([await confirmed, third, again.code, again.errors.includes('Tillside is open already')]).toEqual([
    ['refunded', 'refund_in_progress'],
    ['refund_in_progress'],
    0,
    true,
  ])
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
})

test('a window that is closed while sending stays until the answer has come, and says so', async ({
  line,
}) => {
  const { app, page } = await line.open()
  const { arrived, letGo } = holdRefund(line)
  await startRefund(page)
  await arrived
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

/** The words on the screen, read without the page that crashed under the test's own tools. */
function wordsOnScreen(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return ''
    const words = contents.executeJavaScript('document.body.innerText')
    // A page that goes while it is asked never answers.
    return String(await Promise.race([words, new Promise((resolve) => setTimeout(resolve, 1000, ''))]))
  })
}

test('a page that crashes while sending comes back and shows where the refund stands', async ({ line }) => {
  const { app, page } = await line.open()
  const { arrived, letGo } = holdRefund(line)
  await startRefund(page)
  await arrived
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  })
  await expect.poll(() => wordsOnScreen(app), { timeout: 20_000 }).toContain('Sending')
  letGo()
  await expect.poll(() => wordsOnScreen(app), { timeout: 20_000 }).toMatch(/Refunded\s+HK\$120\.50/)
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
})
