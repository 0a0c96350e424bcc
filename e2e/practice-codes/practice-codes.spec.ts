import { practiceCodes } from '../../src/shared/practice-codes'
import {
  outcome,
  outcomeHeading,
  receipt,
  refundByKeys,
  scan,
  scanField,
  untilServiceIsBack,
} from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

/** Waits out Tillside's own deadline of half a minute; it has a test of its own. */
const slowest = 'PRACTICE-STALL'
const quick = practiceCodes.filter(({ code }) => code !== slowest)
const groups = [0, 1, 2, 3].map((group) => quick.filter((_, index) => index % 4 === group))

for (const [number, codes] of groups.entries()) {
  test(`practice codes do what the sheet says, part ${number + 1}`, async ({ till }) => {
    test.setTimeout(120_000)
    const service = await till.startService({ pace: 0.1 })
    await till.provision(service.url)
    const { page } = await till.open()
    await scanField(page).waitFor()
    for (const { code, expectedOutcome } of codes) {
      await scan(page, code)
      await expect(page.getByText(code).first(), code).toBeVisible()
      if (expectedOutcome === 'lookup fault') {
        await expect(page.getByRole('button', { name: 'Try again' }), code).toBeVisible()
        await expect(receipt(page), code).toHaveCount(0)
      } else {
        await receipt(page).filter({ hasText: code }).waitFor()
        await refundByKeys(page)
        if (expectedOutcome === 'stopped') await expect(outcome(page), code).toContainText('HK$')
        else await expect(outcomeHeading(page), code).toHaveText(expectedOutcome)
      }
      await page.waitForTimeout(400)
      if (expectedOutcome === 'Not sent') await untilServiceIsBack(page, '483920174462')
    }
  })
}

test('a service that never answers leaves the refund unconfirmed after half a minute', async ({ till }) => {
  test.setTimeout(90_000)
  const service = await till.startService()
  await till.provision(service.url)
  const { page } = await till.open()
  await scanField(page).waitFor()
  await scan(page, slowest)
  await receipt(page).filter({ hasText: slowest }).waitFor()
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed', { timeout: 45_000 })
})
