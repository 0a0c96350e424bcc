/** The real program, killed while a refund is under way: one POST at the most, and Activity shows it. */
import type { Page } from '@playwright/test'
import type { CuttingProxy, Plan } from '../../proof/wire/cutting-proxy'
import { passOn } from '../../proof/wire/cutting-proxy'
import { type BlackHole, openBlackHole } from '../../src/main/service/testing/black-hole'
import { confirmByKeys, lookUp, outcomeHeading } from '../fixtures/counter'
import { openLocks } from '../fixtures/journal-files'
import { expect } from '../fixtures/till'
import { code, killProgram, type Line, openActivity, startRefund, test } from './line-to-service'

const half = (answer: Buffer) => answer.subarray(0, Math.floor(answer.length / 2))

/** The refund's plan, and a promise that it has begun: then the program is killed. */
function whenItArrives(proxy: CuttingProxy, plan: Plan): Promise<void> {
  return new Promise((resolve) => {
    proxy.setPlans({
      async refund(call) {
        await plan(call)
        resolve()
      },
    })
  })
}

/** After the restart the line is well: nothing is sent, whatever is done, and Activity says how it stands. */
async function restart(line: Line): Promise<Page> {
  line.proxy.setPlans({ show: passOn, refund: passOn })
  const { page } = await line.open()
  return page
}

async function expectLocked(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Counter' }).click()
  await lookUp(page, code)
  await expect(page.getByText('No refund now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
}

test('killed at the fresh show, before anything is written: nothing was sent, and it can be refunded', async ({
  line,
}) => {
  const { app, page } = await line.open()
  await lookUp(page, code)
  const shown = new Promise<void>((resolve) => {
    line.proxy.setPlans({ show: () => resolve() })
  })
  await page.keyboard.press('r')
  await page.getByRole('form', { name: 'Refund' }).waitFor()
  await page.keyboard.press('1')
  await confirmByKeys(page)
  await shown
  await killProgram(app)
  const again = await restart(line)
  await startRefund(again)
  await expect(outcomeHeading(again)).toHaveText('Refunded')
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
})

test('killed while it connects: nothing arrived, it stands in Activity and stays locked', async ({
  line,
  till,
}) => {
  const { app, page } = await line.open()
  await lookUp(page, code)
  const { proxy } = line
  const fellIntoHole = new Promise<BlackHole>((resolve) => {
    proxy.setPlans({
      async show(call) {
        const answer = await call.deliver(call.request)
        proxy.shut()
        const hole = await openBlackHole('127.0.0.1', proxy.port)
        call.write(answer)
        call.breakOff('end')
        await call.over
        resolve(hole)
      },
    })
  })
  await page.keyboard.press('r')
  await page.getByRole('form', { name: 'Refund' }).waitFor()
  await page.keyboard.press('1')
  await confirmByKeys(page)
  const hole = await fellIntoHole
  await expect(page.getByText('Sending', { exact: false }).first()).toBeVisible()
  // The window says so a moment before the journal does; what is not written down was never sent.
  await expect.poll(() => openLocks(till.profile)).toBe(1)
  await killProgram(app)
  await hole.close()
  await proxy.reopen()
  const again = await restart(line)
  const rows = await openActivity(again)
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Unconfirmed')
  await expectLocked(again)
  expect([proxy.refunds.length, line.entries()]).toEqual([0, 0])
})

const moments: Readonly<Record<string, readonly [plan: Plan, entries: number, state: string]>> = {
  'as the refund arrives, and the service never acts': [() => undefined, 0, 'Unconfirmed'],
  'once the service has acted, before it answers': [
    async (call) => {
      await call.deliver(call.request)
    },
    1,
    'Refunded',
  ],
  'with half of the answer there': [
    async (call) => {
      call.write(half(await call.deliver(call.request)))
    },
    1,
    'Refunded',
  ],
}

for (const [moment, [plan, entries, state]] of Object.entries(moments)) {
  test(`killed ${moment}: one POST, and Activity shows it`, async ({ line }) => {
    const { app, page } = await line.open()
    const arrived = whenItArrives(line.proxy, plan)
    await startRefund(page)
    await arrived
    await killProgram(app)
    const again = await restart(line)
    const rows = await openActivity(again)
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toContainText(line.proxy.refunds[0] ?? 'no refund arrived')
    await expect(rows.first()).toContainText(state, { timeout: 20_000 })
    if (entries === 0) await expectLocked(again)
    expect([line.proxy.refunds.length, line.entries()]).toEqual([1, entries])
  })
}

test('killed after the answer: one POST, and Activity says refunded', async ({ line }) => {
  const { app, page } = await line.open()
  await startRefund(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await killProgram(app)
  const again = await restart(line)
  const rows = await openActivity(again)
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Refunded')
  expect([line.proxy.refunds.length, line.entries()]).toEqual([1, 1])
})
