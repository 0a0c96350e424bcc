import { expect, it } from 'vitest'
import { shownTheme } from './theme'

it('shows the theme that was chosen, or what the system asks for', () => {
  const shown = (['system', 'light', 'dark', 'contrast'] as const).map((theme) => [
    shownTheme(theme, { dark: false, contrast: false }),
    shownTheme(theme, { dark: true, contrast: false }),
    shownTheme(theme, { dark: true, contrast: true }),
  ])
  expect(shown).toEqual([
    ['light', 'dark', 'contrast'],
    ['light', 'light', 'light'],
    ['dark', 'dark', 'dark'],
    ['contrast', 'contrast', 'contrast'],
  ])
})
