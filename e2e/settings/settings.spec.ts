import { refundAll, untilCounter } from '../fixtures/counter'
import { expect, test } from '../fixtures/till'

const example = '483920174462'

test('the first start offers practice, unmistakable until it is left, which refunds nothing real @sandbox', async ({
  till,
}) => {
  const { page, app } = await till.open()
  await page.getByRole('button', { name: 'Practice', exact: true }).click()
  await untilCounter(page)
  await expect(page.getByText(/practice · no real money/i).first()).toBeVisible()
  await refundAll(page, example)
  const band = page.getByRole('complementary', { name: 'Practice' })
  await expect(band).toContainText(/practice · no real money/i)
  await page.getByRole('link', { name: 'Settings' }).click()
  const version = await app.evaluate(({ app: program }) => program.getVersion())
  await expect(page.getByRole('region', { name: 'About' })).toContainText(version)
  await page.getByRole('button', { name: 'Leave practice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave practice' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Tillside' })).toBeVisible()
  await expect(band).toHaveCount(0)
})
