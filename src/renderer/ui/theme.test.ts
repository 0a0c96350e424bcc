import { expect, it } from 'vitest'
import { shownTheme } from './theme'

it('shows the theme that was chosen, or what the system asks for', () => {
  const shown = (['system', 'light', 'dark', 'contrast', 'contrast_dark'] as const).map((theme) => [
    shownTheme(theme, { dark: false, contrast: false }),
    shownTheme(theme, { dark: true, contrast: false }),
    shownTheme(theme, { dark: false, contrast: true }),
    shownTheme(theme, { dark: true, contrast: true }),
  ])
  expect(shown).toEqual([
    ['light', 'dark', 'contrast', 'contrast_dark'],
    ['light', 'light', 'light', 'light'],
    ['dark', 'dark', 'dark', 'dark'],
    ['contrast', 'contrast', 'contrast', 'contrast'],
    ['contrast_dark', 'contrast_dark', 'contrast_dark', 'contrast_dark'],
  ])
})
