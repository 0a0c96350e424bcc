import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type TextSize, type Theme, textSizeOf, themeNamed } from '../../shared/base/appearance'

/** The settings file in a profile's folder. Here, so that the start loads nothing more. */
export const settingsFileName = 'settings.json'

/** Returns Electron's theme for the system's dialogs and the window's first colour; contrast is the page's. */
export function themeSource(theme: Theme): Exclude<Theme, 'contrast' | 'contrast_dark'> {
  if (theme === 'contrast_dark') return 'dark'
  return theme === 'contrast' ? 'system' : theme
}

/** Reads theme and text size before anything else is loaded, so that the window opens with them. Defaults on any error. */
export function readFirstLook(folder: string): { readonly theme: Theme; readonly textSize: TextSize } {
  try {
    const { theme, textSize } = JSON.parse(readFileSync(path.join(folder, settingsFileName), 'utf8'))
    return { theme: themeNamed(theme), textSize: textSizeOf(textSize) }
  } catch {
    return { theme: themeNamed(null), textSize: textSizeOf(null) }
  }
}
