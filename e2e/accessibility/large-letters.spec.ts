import {
  lookUp,
  outcomeHeading,
  receipt,
  refundByKeys,
  refundForm,
  scan,
  untilCounter,
} from '../fixtures/counter'
import { expect, test } from '../fixtures/till'
import { openForTour } from '../fixtures/tour/tour'
import { enlarge } from '../fixtures/window'

for (const pace of [5, 90]) {
  test(`with everything twice as large, a refund is scan, R, digit, Ctrl+Enter, scan, at ${pace} ms a key`, async ({
    till,
  }) => {
    const { app, page } = await openForTour(till)
    await untilCounter(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enlarge(app, 2)
    await scan(page, 'C7719920461', pace)
    await receipt(page).filter({ hasText: 'C7719920461' }).waitFor()
    await page.waitForTimeout(600)
    await refundByKeys(page)
    await expect(outcomeHeading(page)).toHaveText('Refunded')
    await expect(outcomeHeading(page)).toBeInViewport()
    await page.waitForTimeout(600)
    await scan(page, 'DEMO-PART', pace)
    await expect(receipt(page)).toContainText('DEMO-PART')
    await expect(receipt(page).getByText('HK$300.00')).toBeInViewport()
    await lookUp(page, 'DEMO-TIPS')
    await page.keyboard.press('r')
    await expect(refundForm(page).getByRole('radio', { name: 'Full refund' })).toBeInViewport()
  })
}
