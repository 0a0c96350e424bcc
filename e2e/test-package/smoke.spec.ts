import { chromium } from '@playwright/test'
import { lookUp, outcome, outcomeHeading, refundByKeys, scanField } from '../fixtures/counter'
import { expect, type PackagedTill, test } from '../packaged/packaged-till'

// The debugger of its main process is refused by a fuse here too, so it is driven from outside, through its page alone.

test('a test package says so on its screen, and finds and refunds a scanned receipt in practice', async ({
  till,
}) => {
  const address = await startWithDebugger(till, ['--practice'])
  const browser = await chromium.connectOverCDP(address, { noDefaults: true })
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('The packaged program opened no page.')
  await expect(scanField(page)).toBeFocused()
  await expect(page.getByRole('banner')).toContainText('Test package, open to debuggers')
  await lookUp(page, '483920174462')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await expect(outcome(page)).toContainText('Refunded HK$120.50')
  // The search runs in a thread of its own, whose script lies in the package too.
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox', { name: 'Search saved receipts' }).fill('2017')
  await expect(page.getByRole('option')).toContainText('483920174462')
  await browser.close()
})

/** Starts the program and answers where its page can be driven. */
function startWithDebugger(till: PackagedTill, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = till.start([...args, '--remote-debugging-port=0'], {
      heard(line) {
        const address = /DevTools listening on (ws:\/\/\S+)/.exec(line)?.[1]
        if (address !== undefined) resolve(address)
      },
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The packaged program ended with ${code} before it listened.`)),
    )
  })
}
