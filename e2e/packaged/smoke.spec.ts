import { chromium } from '@playwright/test'
import { lookUp, outcome, outcomeHeading, refundByKeys, scanField } from '../fixtures/counter'
import { expect, type PackagedTill, test } from './packaged-till'

// The packaged program refuses the debugger of its main process (that fuse is off), so it is driven from
// outside, through its page alone.

test('opens at the counter in practice, finds a scanned receipt and refunds it', async ({ till }) => {
  const address = await startWithDebugger(till)
  const browser = await chromium.connectOverCDP(address, { noDefaults: true })
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('The packaged program opened no page.')
  await expect(scanField(page)).toBeFocused()
  await lookUp(page, '483920174462')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await expect(outcome(page)).toContainText('Refunded HK$120.50')
  // The search runs in a thread of its own, whose script lies in the package too.
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox', { name: 'Search saved copies' }).fill('2017')
  await expect(page.getByRole('option')).toContainText('483920174462')
  await browser.close()
})

test('cannot be made to run somebody else’s script with the till’s rights', async ({ till }) => {
  // The words are put together by the script, so that an echo of the command line is not taken for them.
  const script = 'console.log(["a", "script", "ran"].join(" "))'
  const env = { ELECTRON_RUN_AS_NODE: '1' }
  const { output } = await till.run(['-e', script, '--version'], { env })
  expect(output).not.toContain('a script ran')
})

/** Starts the program in practice and answers where its page can be driven. */
function startWithDebugger(till: PackagedTill): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = till.start(['--practice', '--remote-debugging-port=0'], (line) => {
      const address = /DevTools listening on (ws:\/\/\S+)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The packaged program ended with ${code} before it listened.`)),
    )
  })
}
