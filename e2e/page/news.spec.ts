/** News of earlier refunds, of the connection and of the service, at any state of the counter. */
import type { Page } from '@playwright/test'
import { pause } from '../fixtures/pause'
import { expect, openReceipt, test } from './played/page'
import { pin } from './played/played-people'

const example = 'C7719920461'
const sign = (page: Page) => page.getByRole('status', { name: 'Connection' })

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
  const page = await openReceipt(till, '483920174462')
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
  const page = await openReceipt(till, example)
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
