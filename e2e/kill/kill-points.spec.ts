/** The real program, killed while a refund is under way: one POST at the most, and Activity shows it. */
import type { Page } from '@playwright/test'
import { passOn } from '../../proof/wire/cutting-proxy'
import { type BlackHole, openBlackHole } from '../../src/main/service/testing/black-hole'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { openLocks } from '../fixtures/journal-files'
import { code, killProgram, type Line, openActivity, startRefund, test } from '../fixtures/line-to-service'
import { expect } from '../fixtures/till'

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
  await refundByKeys(page)
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

/** When the program is killed; what the service does with the refund till then. */
const moments = [
  { moment: 'as the refund arrives, and the service never acts', entries: 0, answered: 0 },
  { moment: 'once the service has acted, before it answers', entries: 1, answered: 0 },
  { moment: 'with half of the answer there', entries: 1, answered: 0.5 },
  { moment: 'after the answer', entries: 1, answered: 1 },
] as const

for (const { moment, entries, answered } of moments) {
  test(`killed ${moment}: one POST, and Activity shows it`, async ({ line }) => {
    const { app, page } = await line.open()
    const arrived = new Promise<void>((resolve) => {
      line.proxy.setPlans({
        async refund(call) {
          const answer = entries === 0 ? '' : await call.deliver(call.request)
          if (answered > 0) call.write(answer.slice(0, Math.floor(answer.length * answered)))
          resolve()
        },
      })
    })
    await startRefund(page)
    await arrived
    if (answered === 1) await expect(outcomeHeading(page)).toHaveText('Refunded')
    await killProgram(app)
    const again = await restart(line)
    const rows = await openActivity(again)
    await expect(rows).toHaveCount(1)
    await expect(rows.first()).toContainText(line.proxy.refunds[0] ?? 'no refund arrived')
    await expect(rows.first()).toContainText(entries === 0 ? 'Unconfirmed' : 'Refunded', { timeout: 20_000 })
    if (entries === 0) await expectLocked(again)
    expect([line.proxy.refunds.length, line.entries()]).toEqual([1, entries])
  })
}
