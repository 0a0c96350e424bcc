import { chromium } from '@playwright/test'
import { outcome, refundAll, scanField } from '../fixtures/counter'
import { doorOf } from '../fixtures/door'
import { expect, test } from '../packaged/packaged-till'

// The debugger of its main process is refused by a fuse here too, so it is driven from outside, through its page alone.

test('a test package says so on its screen, and finds and refunds a scanned receipt in practice', async ({
  till,
}) => {
  const door = await doorOf(till.start(['--practice', '--remote-debugging-port=0']))
  const browser = await chromium.connectOverCDP(door, { noDefaults: true })
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('The packaged program opened no page.')
  await expect(scanField(page)).toBeFocused()
  await expect(page.getByRole('banner')).toContainText('Test package, open to debuggers')
  await refundAll(page, '483920174462')
  await expect(outcome(page)).toContainText('Refunded HK$120.50')
  await browser.close()
})
