/** News of earlier refunds, of the connection and of the service, at any state of the counter. */
import type { Page } from '@playwright/test'
import { lookUp, outcomeHeading, receipt, refundForm, scanForReceipt } from '../fixtures/counter'
import { pause } from '../fixtures/pause'
import { expect, test } from './played/page'
import { pin } from './played/played-people'

const example = 'C7719920461'
const sign = (page: Page) => page.getByRole('status', { name: 'Connection' })

test('what became of an earlier refund is shown while the next receipt is on the counter', async ({
  till,
}) => {
  const page = await till.open()
  await lookUp(page, '483920174462')
  const marker = 'R-7K3QX9A2MD'
  const changed = {
    kind: 'changed',
    key: 'k',
    at: Date.now(),
    marker,
    code: 'DEMO-TIPS',
    to: 'refunded',
  } as const
  till.main.change({ news: [{ ...changed, hundredths: 1000, currency: 'HKD' }] })
  const news = page.getByRole('status', { name: 'News' })
  await expect(news).toHaveAttribute('aria-live', 'assertive')
  await expect(news.getByText(/Receipt .*DEMO-TIPS.*refund went through\./)).toBeVisible()
  await expect(receipt(page)).toBeVisible()
  await news.getByRole('button', { name: 'Close this message' }).click()
  await expect(news.getByText(/went through/)).toHaveCount(0)
})

test('more money than was refunded stays on every place until a supervisor has acknowledged it', async ({
  till,
}) => {
  const { main } = till
  const alarm = { alarm: 'more_than_ours', at: Date.now(), acknowledged: null } as const
  const { intent } = main.addAttempt(example, { alarms: [alarm] }, 2025)
  const told = { kind: 'alarm', key: 'k', at: Date.now(), marker: intent.marker, code: example } as const
  const waits = { alarms: 1, waitingForPerson: 0, checking: 0 }
  Object.assign(main.app, { news: [{ ...told, alarm: 'more_than_ours' }], attention: waits })
  main.answer('activity:acknowledge', () => {
    main.change({ news: [], attention: { ...waits, alarms: 0 } })
    return { ok: true, value: {} }
  })
  const page = await till.open()
  await lookUp(page, '483920174462')
  const news = page.getByRole('status', { name: 'News' })
  const words = news.getByText('More was refunded than this refund.')
  const badge = page.getByRole('navigation').getByText('1', { exact: true })
  await expect(badge).toBeVisible()
  for (const place of [/^Activity/, 'Search', 'Settings']) {
    await page.getByRole('link', { name: place }).click()
    await expect(words).toBeVisible()
  }
  await news.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'I have seen this' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What you found' }).fill('Portal, 10:40: both known')
  await dialog.getByLabel('PIN').fill(pin)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Counter' }).click()
  await expect(words).toHaveCount(0)
  await expect(badge).toHaveCount(0)
})

test('a line that comes and goes in a moment changes nothing on the sign, and one that stays away says since when', async ({
  till,
}) => {
  const page = await till.open()
  await lookUp(page, example)
  await expect(sign(page)).toContainText('Online')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 4000)
  const away = { state: 'offline', since: new Date().toISOString() } as const
  till.main.change({ connection: away })
  await pause(page, 300)
  await expect(sign(page)).toContainText('Online')
  till.main.change({ connection: { ...away, state: 'online' } })
  till.main.change({ connection: away })
  await pause(page, 300)
  await expect(sign(page)).toContainText('Online')
  // The page counts from when main's event arrives, which a busy computer delays.
  await expect
    .poll(async () => {
      await pause(page, 100)
      return sign(page).textContent()
    })
    .toMatch(/Offline since \d\d:\d\d/)
})

test('nothing is refunded while the service says less than before, and the screen says how that ends', async ({
  till,
}) => {
  const { id } = till.main.service.find(example)?.record ?? { id: '' }
  const nextCheckAt = new Date(Date.now() + 60_000).toISOString()
  const since = new Date().toISOString()
  till.main.stale.set(id, { was: 2000, now: 0, since, nextCheckAt, accept: 'minutes', missing: [] })
  const page = await till.open()
  await lookUp(page, example)
  const panel = page.getByRole('complementary')
  await expect(panel).toContainText('No refund now: the service contradicts itself')
  await expect(panel.getByRole('row', { name: 'Refunded so far HK$20.00 HK$0.00' })).toBeVisible()
  await expect(panel).toContainText(/The service is asked again in \d+ s\./)
  await expect(panel).toContainText('After 10 minutes a supervisor can accept the lower amount.')
  await page.keyboard.press('r')
  await expect(refundForm(page)).toHaveCount(0)
  till.main.stale.clear()
  await pause(page, 400)
  await scanForReceipt(page, example)
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible()
})

test('a part refund’s receipt is shown without another lookup, and a second part is refunded from it', async ({
  till,
}) => {
  const refundPart = async (amount: string) => {
    await page.keyboard.press('r')
    await refundForm(page).getByRole('radio', { name: 'Part refund' }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await page.keyboard.press('Alt+1')
    const twice = refundForm(page).getByRole('checkbox')
    if ((await twice.count()) > 0) await twice.press('Space')
    await page.getByRole('button', { name: `Refund HK$${amount}` }).click()
    await expect(outcomeHeading(page)).toHaveText('Refunded')
    await pause(page, 700)
    await page.getByRole('button', { name: 'Show receipt' }).click()
  }
  const page = await till.open()
  await lookUp(page, example)
  await refundPart('20.25')
  await expect(receipt(page)).toContainText('100.25')
  await pause(page, 500)
  await refundPart('30.25')
  await expect(receipt(page)).toContainText('70.00')
  expect(till.main.asked('refund:issue').map(({ amount }) => amount.hundredths)).toEqual([2025, 3025])
  expect(till.main.asked('lookup:find').length).toBe(1)
})
