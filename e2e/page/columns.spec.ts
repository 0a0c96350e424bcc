import { lookUp, untilCounter } from '../fixtures/counter'
import { expect, test } from './played/page'

const example = 'C7719920461'
const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
]

test('the heads of what a search finds stand over their columns, and times as people write them', async ({
  till,
}) => {
  const page = await till.open()
  await lookUp(page, example)
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
  const page = await till.open()
  await untilCounter(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click()
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
