import { leastSize } from '../../src/main/window/place'
import { untilCounter } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'
import { resize } from '../fixtures/window'

test('the look changes at once and is there at the next start', async ({ till }) => {
  const service = await till.startService()
  await till.provision(service.url)
  const first = await till.open()
  await first.page.getByRole('link', { name: 'Settings' }).click()
  for (const [name, theme] of [
    ['Light', 'light'],
    ['High contrast', 'contrast'],
    ['High contrast, dark', 'contrast_dark'],
    ['Dark', 'dark'],
  ] as const) {
    await first.page
      .getByRole('radiogroup', { name: 'Appearance' })
      .getByRole('radio', { name, exact: true })
      .click()
    await expect(first.page.locator('html')).toHaveAttribute('data-theme', theme)
  }
  await first.app.close()
  const { page } = await till.open()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('practice is left the way it was entered, and its band goes with it', async ({ till }) => {
  const { page, app } = await till.open()
  await page.getByRole('button', { name: 'Practice', exact: true }).click()
  await untilCounter(page)
  const band = page.getByRole('complementary', { name: 'Practice' })
  await expect(band).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  const electron = await app.evaluate(() => process.versions.electron ?? '')
  await expect(page.getByRole('region', { name: 'About' })).toContainText(electron)
  await page.getByRole('button', { name: 'Leave practice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave practice' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Tillside' })).toBeVisible()
  await expect(band).toHaveCount(0)
})

test('the sections of Settings are walked by their names at the side, with the keys alone', async ({
  till,
}) => {
  const service = await till.startService()
  await till.provision(service.url)
  const { page } = await till.open()
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
  const service = await till.startService()
  await till.provision(service.url)
  const { app, page } = await till.open()
  await untilCounter(page)
  await resize(app, page, { ...leastSize, width: 1280 })
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
