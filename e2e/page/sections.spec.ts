/** The sections of Settings are reached by name. */
import { minSize } from '../../src/main/window/place'
import { untilCounter } from '../fixtures/counter'
import { expect, test } from './played/page'

test('the sections of Settings are walked by their names at the side, with the keys alone', async ({
  till,
}) => {
  const page = await till.open()
  await untilCounter(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await sections.first().waitFor()
  const names = await sections.allTextContents()
  expect(names.length).toBeGreaterThan(8)
  for (const [index, name] of names.entries()) {
    await sections.nth(index).focus()
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name, exact: true, level: 2 })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await expect(sections.nth(index)).toHaveAttribute('aria-current', 'location')
  }
})

test('on a low window the name of the section that is read stays in sight', async ({ till }) => {
  const page = await till.open()
  await untilCounter(page)
  await page.setViewportSize({ ...minSize, width: 1280 })
  await page.getByRole('link', { name: 'Settings' }).click()
  const last = page.getByRole('navigation', { name: 'Sections' }).getByRole('link').last()
  await expect(last).not.toBeInViewport({ ratio: 1 })
  await page.getByRole('region', { name: 'Display and sound' }).hover()
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    await expect(last).toHaveAttribute('aria-current', 'location', { timeout: 300 })
  }).toPass()
  await expect(last).toBeInViewport({ ratio: 1 })
})
