/** The theme on the page's root. Loaded by the first script, so without the store. */
import type { Theme } from '../../shared/base/choices'

/** Returns the chosen theme, or what the system prefers. */
export function shownTheme(theme: Theme, prefers: { readonly dark: boolean; readonly contrast: boolean }) {
  if (theme !== 'system') return theme
  if (prefers.contrast) return prefers.dark ? 'contrast_dark' : 'contrast'
  return prefers.dark ? 'dark' : 'light'
}

const darkQuery = '(prefers-color-scheme: dark)'
const contrastQuery = '(prefers-contrast: more)'

/** Sets the theme on the page's root, for the style sheets. */
export function applyTheme(theme: Theme, page: Window): void {
  const dark = page.matchMedia(darkQuery).matches
  const contrast = page.matchMedia(contrastQuery).matches
  page.document.documentElement.dataset.theme = shownTheme(theme, { dark, contrast })
}

/** Calls back when the system's own preferences change. */
export function onPreferences(page: Window, changed: () => void): void {
  for (const query of [darkQuery, contrastQuery]) page.matchMedia(query).addEventListener('change', changed)
}
