import type { Page } from '@playwright/test'
import type { PracticeService } from '../../src/practice/start-practice-service'
import { formatMoney } from '../../src/shared/money'
import type { PracticeCode } from '../../src/shared/practice-codes'
import { practiceCodes } from '../../src/shared/practice-codes'
import { openConnected } from '../fixtures/connected'
import {
  ledgerOf,
  lookUp,
  outcomeHeading,
  receipt,
  refundByKeys,
  scan,
  untilCounter,
  untilServiceIsBack,
} from '../fixtures/counter'
import { noteOutcomes, readMissed } from '../fixtures/read-screen'
import { expect, test } from '../fixtures/till'
import { lookupFault, readings, refundsAtService } from './what-is-read'

const groups = [0, 1].map((group) => practiceCodes.filter((_, index) => index % 2 === group))

/** Whether the payment was shown once more after the refund had been sent: a check that tells nothing new is no line. */
function wasChecked({ requests }: PracticeService): boolean {
  const sent = requests.map(({ method }) => method).lastIndexOf('POST')
  return requests.slice(sent + 1).some(({ method }) => method === 'GET')
}

/** Until the last state is there; one that is to stay must outlive a check of it. */
async function untilLast(
  page: Page,
  service: PracticeService,
  { expectedOutcome, laterOutcome }: PracticeCode,
): Promise<void> {
  if (laterOutcome !== null) {
    await expect(outcomeHeading(page)).toHaveText(laterOutcome, { timeout: 60_000 })
  } else if (expectedOutcome === 'Unconfirmed' || expectedOutcome === 'Not refunded') {
    await outcomeHeading(page).waitFor()
    await expect.poll(() => wasChecked(service), { timeout: 20_000 }).toBe(true)
  } else {
    await outcomeHeading(page).waitFor()
  }
}

async function judgeRefund(page: Page, service: PracticeService, each: PracticeCode): Promise<void> {
  const { code } = each
  await receipt(page).filter({ hasText: code }).waitFor()
  const facts = service.ledger.find(code, 'custom_id')?.facts
  const read = await noteOutcomes(page)
  await refundByKeys(page)
  await untilLast(page, service, each)
  const money = formatMoney({ hundredths: facts?.amount ?? 0, currency: facts?.currency ?? '' })
  const refunds = service.ledger.entries().filter(({ id }) => id === facts?.id)
  expect([code, await read(), refunds.length]).toEqual([
    code,
    readings[code]?.(money),
    refundsAtService(each),
  ])
}

// Each has a till and a service of its own, and one after the other they would take two minutes.
test.describe.configure({ mode: 'parallel' })

for (const [number, codes] of groups.entries()) {
  test(`practice codes do what the sheet says, word for word, part ${number + 1}`, async ({ till }) => {
    test.setTimeout(180_000)
    const service = await till.startService({ pace: 0.1 })
    await till.provision(service.url)
    const { page } = await till.open()
    await untilCounter(page)
    for (const each of codes) {
      const { code, expectedOutcome } = each
      await scan(page, code)
      if (expectedOutcome === 'lookup fault') {
        await page.getByRole('region', { name: 'No receipt' }).filter({ hasText: code }).waitFor()
        expect(await readMissed(page)).toEqual([code, ...lookupFault])
        await expect(receipt(page), code).toHaveCount(0)
      } else {
        await judgeRefund(page, service, each)
      }
      await page.waitForTimeout(400)
      if (expectedOutcome === 'Not sent') await untilServiceIsBack(page, '483920174462')
    }
  })
}

test('a service that never answers leaves the refund unconfirmed after half a minute, until a look finds it', async ({
  till,
}) => {
  test.setTimeout(150_000)
  const { page, service } = await openConnected(till)
  service.ledger.addTransaction({ custom_id: 'SILENT', amount: 24_000 })
  service.script('SILENT', { refund: { answer: 'stall' } })
  await lookUp(page, 'SILENT')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Unconfirmed', { timeout: 60_000 })
  await expect(outcomeHeading(page)).toHaveText('Refunded', { timeout: 60_000 })
  expect(
    ledgerOf(service, service.ledger.find('SILENT', 'custom_id')?.facts.transaction_id ?? '').length,
  ).toBe(1)
})
