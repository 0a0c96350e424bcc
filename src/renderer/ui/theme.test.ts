import { expect, it } from 'vitest'
import { type Theme, themes } from '../../shared/base/choices'
import { shownTheme } from './theme'

it('shows the theme that was chosen, or what the system asks for', () => {
  const shown = (theme: Theme) =>
    [false, true].flatMap((contrast) => [false, true].map((dark) => shownTheme(theme, { dark, contrast })))
  expect(shown('system')).toEqual(['light', 'dark', 'contrast', 'contrast_dark'])
  for (const theme of themes.filter((each) => each !== 'system')) {
    expect(shown(theme)).toEqual([theme, theme, theme, theme])
  }
})
