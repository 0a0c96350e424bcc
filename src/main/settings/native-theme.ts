import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { AppState } from '../../shared/contract'
import { settingsFileName } from './settings-file'

type NativeTheme = { themeSource: 'system' | 'light' | 'dark' }

/** What the system's own parts and the window's first colour follow; contrast is the page's own matter. */
export function themeSource(theme: AppState['theme']): NativeTheme['themeSource'] {
  return theme === 'contrast' ? 'system' : theme
}

/**
 * The theme that a profile's settings name, read before anything else is loaded so that the window opens in
 * its colour. Anything unexpected is left to the settings themselves: then the system's theme holds.
 */
export function readFirstTheme(folder: string): AppState['theme'] {
  try {
    const { theme } = JSON.parse(readFileSync(path.join(folder, settingsFileName), 'utf8'))
    return theme === 'dark' || theme === 'light' || theme === 'contrast' ? theme : 'system'
  } catch {
    return 'system'
  }
}
