import {
  lookUp,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundForm,
  scan,
  untilCounter,
} from '../fixtures/counter'
import { pause } from '../fixtures/pause'
import { expect, test } from './played/page'

for (const pace of [5, 90]) {
  test(`with everything twice as large, a refund is scan, R, digit, Ctrl+Enter, scan, at ${pace} ms a key`, async ({
    till,
  }) => {
    const page = await till.open()
    await untilCounter(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 640, height: 400 })
    await scan(page, 'C7719920461', pace)
    await receipt(page).filter({ hasText: 'C7719920461' }).waitFor()
    await pause(page, 600)
    await refundByKeys(page)
    await expect(outcomeHeading(page)).toHaveText('Refunded')
    await expect(outcomeHeading(page)).toBeInViewport()
    await pause(page, 600)
    await scan(page, 'DEMO-PART', pace)
    await expect(receipt(page)).toContainText('DEMO-PART')
    await expect(receipt(page).getByText('HK$300.00')).toBeInViewport()
    await lookUp(page, 'DEMO-TIPS')
    await page.keyboard.press('r')
    await expect(refundForm(page).getByRole('radio', { name: 'Full refund' })).toBeInViewport()
  })
}
