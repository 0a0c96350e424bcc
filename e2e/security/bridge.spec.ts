import { openConnected, test } from '../fixtures/connected'
import { expect } from '../fixtures/till'

test('the page is given a way to call and a way to listen, unchangeable, and nothing else', async ({
  till,
}) => {
  const { page } = await openConnected(till)
  const given = await page.evaluate(() => {
    const { tillside } = window as unknown as { tillside: Record<string, unknown> }
    const before = tillside.call
    try {
      tillside.call = () => null
      Object.assign(window, { tillside: {} })
    } catch {
      // Refused aloud or in silence: what counts is what is there afterwards.
    }
    const { tillside: after } = window as unknown as { tillside: Record<string, unknown> }
    return {
      kinds: Object.fromEntries(Object.entries(after).map(([name, value]) => [name, typeof value])),
      same: after.call === before,
    }
  })
  expect(given).toEqual({ kinds: { call: 'function', onEvent: 'function' }, same: true })
})
