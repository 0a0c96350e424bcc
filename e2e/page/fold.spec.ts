import { lookUp, receipt, refundForm, scan } from '../fixtures/counter'
import { expect, test } from './played/page'

for (const [width, height] of [
  [1024, 768],
  [1280, 800],
] as const) {
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
  const page = await till.open()
  await lookUp(page, 'C7719920461')
  const before = await receipt(page).boundingBox()
  await receipt(page).getByRole('button', { name: 'More', exact: true }).click()
  await expect(receipt(page)).toContainText('Company ID')
  const after = await receipt(page).boundingBox()
  expect([after?.x, after?.width]).toEqual([before?.x, before?.width])
})

test('a second scan of a receipt keeps the Refund button, and nothing turns amber for the wait', async ({
  till,
}) => {
  const page = await till.open()
  await lookUp(page, 'C7719920461')
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
  await scan(page, 'C7719920461')
  await expect(receipt(page)).not.toContainText('Saved copy')
  await expect(refund).toBeEnabled()
  const seen = await page.evaluate(() => document.documentElement.getAttribute('data-seen'))
  expect(JSON.parse(seen ?? '[]')).toEqual([`${Math.round(before?.x ?? 0)}, ${Math.round(before?.y ?? 0)}`])
  await refund.click()
  await refundForm(page).waitFor()
})
