import path from 'node:path'
import type { Page } from '@playwright/test'
import { lookUp, outcome, outcomeHeading, refundAll, refundByKeys, untilCounter } from '../fixtures/counter'
import { savePdf } from '../fixtures/pdf'
import { expect, openConnected, test } from '../fixtures/till'

const example = 'C7719920461'
const papers = [
  { name: '80 mm roll', width: 80 },
  { name: 'A4', width: 210 },
] as const

async function choosePaper(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: 'Paper', exact: true }).selectOption(name)
  await page.getByRole('link', { name: 'Counter' }).click()
}

async function markerOf(page: Page): Promise<string> {
  return /R-[0-9A-Z]{10}/.exec((await outcome(page).textContent()) ?? '')?.[0] ?? 'none'
}

for (const { name, width } of papers) {
  test(`receipt and refund slip on ${name} say what was paid and refunded, the slip alone headed with this till’s name`, async ({
    till,
  }) => {
    const opened = await openConnected(till, ['--till-name=Harbour Road'])
    const { page } = opened
    await choosePaper(page, name)
    await lookUp(page, example)
    const paid = await savePdf(opened, path.join(till.documents, 'receipt.pdf'))
    for (const words of ['HK$120.50', 'Paid', '483920174462', example, 'Refundable', '120.50']) {
      expect(paid.text).toContain(words)
    }
    expect(paid.text).not.toMatch(/^harbour road/i)
    expect(paid.text).not.toMatch(/practice|Check again|Save as PDF|Scan or type|\bFee\b|\bNet\b/i)
    // The store's own copy is A4, whatever the customer's paper is.
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const store = await savePdf(opened, path.join(till.documents, 'store.pdf'), 'Save all as PDF')
    expect([Math.round(store.width), store.pages]).toEqual([210, 2])
    expect(store.text).toMatch(/Store copy.*Fee/)
    await refundByKeys(page)
    await expect(outcomeHeading(page)).toHaveText('Refunded')
    const marker = await markerOf(page)
    const slip = await savePdf(opened, path.join(till.documents, 'slip.pdf'))
    for (const words of ['REFUND', 'Your refund is on its way.', marker, '483920174462', 'EFTPOS']) {
      expect(slip.text).toContain(words)
    }
    expect(slip.text).toMatch(/^harbour road/i)
    expect(slip.text).not.toMatch(/BEING CHECKED|NOT REFUNDED|Damaged item|do not|practice/)
    expect([paid, slip].map(({ width: wide, pages }) => [Math.round(wide), pages])).toEqual([
      [width, 1],
      [width, 1],
    ])
  })
}

test('the second slip of a refund says that it is a copy, the first does not, and a restart forgets no slip', async ({
  till,
}) => {
  const opened = await openConnected(till, ['--till-name=Harbour Road'])
  const { page } = opened
  await refundAll(page, example)
  const marker = await markerOf(page)
  const first = await savePdf(opened, path.join(till.documents, 'first.pdf'))
  const second = await savePdf(opened, path.join(till.documents, 'second.pdf'))
  await opened.app.close()
  const again = await till.open()
  await untilCounter(again.page)
  await again.page.getByRole('link', { name: /^Activity/ }).click()
  await again.page.getByText(marker).first().click()
  const third = await savePdf(again, path.join(till.documents, 'third.pdf'))
  const copies = [first, second, third].map(({ text }) => /COPY \d+/.exec(text)?.[0])
  expect(copies).toEqual([undefined, 'COPY 2', 'COPY 3'])
})
