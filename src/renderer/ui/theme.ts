/** The theme on the page's root. Loaded by the first script, so without the store. */
import type { Theme } from '../../shared/base/choices'

type ShownTheme = Exclude<Theme, 'system'>

type Preferences = { readonly dark: boolean; readonly contrast: boolean }

/** Returns the chosen theme, or the system's. */
export function shownTheme(theme: Theme, preferences: Preferences): ShownTheme {
  if (theme !== 'system') return theme
  if (preferences.contrast) return preferences.dark ? 'contrast_dark' : 'contrast'
  return preferences.dark ? 'dark' : 'light'
}

const darkQuery = '(prefers-color-scheme: dark)'
const contrastQuery = '(prefers-contrast: more)'

/** Sets the theme on the page's root, for the style sheets. */
export function applyTheme(theme: Theme, page: Window): void {
  const preferences = {
    dark: page.matchMedia(darkQuery).matches,
    contrast: page.matchMedia(contrastQuery).matches,
  }
  page.document.documentElement.dataset.theme = shownTheme(theme, preferences)
}

/** Calls back when the system's own preferences change. */
export function onPreferences(page: Window, changed: () => void): void {
  for (const query of [darkQuery, contrastQuery]) page.matchMedia(query).addEventListener('change', changed)
}
