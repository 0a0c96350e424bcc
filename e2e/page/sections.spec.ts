import { expect, openAt, test } from './played/page'

test('the sections of Settings are walked by their names at the side, with the keys alone', async ({
  till,
}) => {
  const page = await openAt(till, 'Settings')
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
  }
})
