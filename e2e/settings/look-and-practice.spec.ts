import { untilCounter } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

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
