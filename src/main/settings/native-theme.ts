import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Theme, themeNamed } from '../../shared/appearance'
import { settingsFileName } from './settings-file'

/** What the system's own parts and the window's first colour follow; contrast is the page's own matter. */
export function themeSource(theme: Theme): Exclude<Theme, 'contrast' | 'contrast_dark'> {
  if (theme === 'contrast_dark') return 'dark'
  return theme === 'contrast' ? 'system' : theme
}

/**
 * The theme that a profile's settings name, read before anything else is loaded so that the window opens in
 * its colour. Anything unexpected is left to the settings themselves: then the system's theme holds.
 */
export function readFirstTheme(folder: string): Theme {
  try {
    const { theme } = JSON.parse(readFileSync(path.join(folder, settingsFileName), 'utf8'))
    return themeNamed(theme)
  } catch {
    return 'system'
  }
}
