/** Where things stand on the sheet, in lists and in dialogs, and what moves. */
import type { Page } from '@playwright/test'
import {
  lookUp,
  outcomeHeading,
  pressByHand,
  receipt,
  refundByKeys,
  refundForm,
  scan,
} from '../fixtures/counter'
import { pause } from '../fixtures/pause'
import { sizes } from '../fixtures/window'
import { expect, openAt, openCounter, openReceipt, test } from './played/page'

const example = 'C7719920461'

for (const { width, height } of sizes) {
  test(`at ${width} × ${height} the sheet ends above the fold, with its barcode, and values share one edge`, async ({
    till,
  }) => {
    const page = await till.open()
    await page.setViewportSize({ width, height })
    await lookUp(page, 'DEMO-PART')
    await receipt(page).locator('canvas[data-drawn]').first().waitFor()
    const place = await page.locator('.paper-place').boundingBox()
    const digits = await receipt(page).locator('.barcode-text').boundingBox()
    expect(place).not.toBeNull()
    expect((digits?.y ?? Infinity) + (digits?.height ?? 0)).toBeLessThanOrEqual(
      (place?.y ?? 0) + (place?.height ?? 0),
    )
    const edges = await receipt(page)
      .locator('.paper-lines dd')
      .evaluateAll((values) => values.map((value) => Math.round(value.getBoundingClientRect().right)))
    expect(new Set(edges).size).toBe(1)
  })
}

test('opening More, which brings a scrollbar, moves nothing on the sheet sideways', async ({ till }) => {
  const page = await openReceipt(till, example)
  const before = await receipt(page).boundingBox()
  await receipt(page).getByRole('button', { name: 'More', exact: true }).click()
  await expect(receipt(page)).toContainText('Company ID')
  const after = await receipt(page).boundingBox()
  expect([after?.x, after?.width]).toEqual([before?.x, before?.width])
})

test('a second scan of a receipt keeps the Refund button, and nothing turns amber for the wait', async ({
  till,
}) => {
  const page = await openReceipt(till, example)
  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  const before = await refund.boundingBox()
  // Whatever is drawn in between, and where the button is then.
  await page.evaluate(() => {
    const seen = new Set<string>()
    new MutationObserver(() => {
      const panel = document.querySelector('aside.panel:not(.panel-empty)')
      if (panel === null) return
      if (panel.querySelector('.alert-wait') !== null) seen.add('amber')
      const button = [...panel.querySelectorAll('button')].find((each) =>
        each.textContent?.startsWith('Refund'),
      )
      const box = button?.getBoundingClientRect()
      seen.add(box === undefined ? 'no button' : `${Math.round(box.x)}, ${Math.round(box.y)}`)
      document.documentElement.setAttribute('data-seen', JSON.stringify([...seen]))
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  await scan(page, example)
  await expect(receipt(page)).not.toContainText('Saved copy')
  await expect(refund).toBeEnabled()
  const seen = await page.evaluate(() => document.documentElement.getAttribute('data-seen'))
  expect(JSON.parse(seen ?? '[]')).toEqual([`${Math.round(before?.x ?? 0)}, ${Math.round(before?.y ?? 0)}`])
  await refund.click()
  await refundForm(page).waitFor()
})

test('the heads of what a search finds stand over their columns, and times as people write them', async ({
  till,
}) => {
  const page = await openReceipt(till, example)
  await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click()
  const row = page.getByRole('option').first()
  await expect(row).toContainText('20 Nov 2026, 10:31')
  for (const size of sizes) {
    await page.setViewportSize(size)
    const edges = (selector: string) =>
      page
        .locator(selector)
        .first()
        .locator('> *')
        .evaluateAll((cells) =>
          cells.map((cell) => {
            const { left, right } = cell.getBoundingClientRect()
            return [Math.round(left), Math.round(right)]
          }),
        )
    expect(await edges('.copy-row')).toEqual(await edges('.copy-heads'))
  }
})

test('what is known of a refund stands beside what a supervisor says of it', async ({ till }) => {
  till.main.addAttempt(example, { state: 'unconfirmed' }, 1000)
  const page = await openAt(till, 'Activity')
  await page.getByRole('button', { name: 'Unconfirmed' }).click()
  const evidence = page.getByRole('region', { name: 'Evidence' })
  const [happened, sent] = await Promise.all(
    ['What happened', 'Refund details'].map((name) => evidence.getByRole('heading', { name }).boundingBox()),
  )
  expect(sent?.x).toBeGreaterThan((happened?.x ?? Infinity) + 200)
  await page.getByRole('button', { name: 'Record outcome' }).click()
  for (const size of sizes) {
    await page.setViewportSize(size)
    const dialog = page.getByRole('dialog')
    const known = await dialog.getByText('Refunded earlier').boundingBox()
    const field = await dialog.getByRole('textbox', { name: 'Reason' }).boundingBox()
    expect(field?.x).toBeGreaterThan((known?.x ?? Infinity) + 200)
    const scroll = await dialog.evaluate((element) => {
      const body = element.querySelector('.dialog-scroll')
      return (body?.scrollHeight ?? Infinity) - (body?.clientHeight ?? 0)
    })
    expect(scroll).toBeLessThanOrEqual(0)
  }
})

const ring = (page: Page) => receipt(page).evaluate((paper) => getComputedStyle(paper).boxShadow)

test('the sheet that has the focus shows a ring to those who go by Tab, and to no scan', async ({ till }) => {
  const page = await openReceipt(till, example)
  await expect(receipt(page)).toBeFocused()
  expect(await ring(page)).toBe('none')
  await pause(page, 300)
  await page.getByRole('button', { name: 'More' }).focus()
  const again = page.getByRole('button', { name: 'Check again' })
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    if (await again.evaluate((each) => each === document.activeElement)) break
  }
  await expect(again).toBeFocused()
  await pressByHand(page, 'Enter')
  await expect(receipt(page)).toBeFocused()
  expect(await ring(page)).toContain('inset')
  await lookUp(page, 'DEMO-PART')
  await expect(receipt(page)).toBeFocused()
  expect(await ring(page)).toBe('none')
})

test('with everything twice as large, a refund is scan, R, digit, Ctrl+Enter, scan', async ({ till }) => {
  const page = await openCounter(till)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 640, height: 400 })
  await scan(page, example)
  await receipt(page).filter({ hasText: example }).waitFor()
  await pause(page, 600)
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  await expect(outcomeHeading(page)).toBeInViewport()
  await pause(page, 600)
  await scan(page, 'DEMO-PART')
  await expect(receipt(page)).toContainText('DEMO-PART')
  await expect(receipt(page).getByText('HK$300.00')).toBeInViewport()
  await lookUp(page, 'DEMO-TIPS')
  await page.keyboard.press('r')
  await expect(refundForm(page).getByRole('radio', { name: 'Full refund' })).toBeInViewport()
})
