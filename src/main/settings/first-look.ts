import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type TextSize, type Theme, textSizeOf, themeNamed } from '../../shared/base/appearance'

/** A profile's settings lie under this name in its folder. Known by itself: what reads it first loads nothing more. */
export const settingsFileName = 'settings.json'

/** What the system's own parts and the window's first colour follow; contrast is the page's own matter. */
export function themeSource(theme: Theme): Exclude<Theme, 'contrast' | 'contrast_dark'> {
  if (theme === 'contrast_dark') return 'dark'
  return theme === 'contrast' ? 'system' : theme
}

/**
 * Theme and text size that a profile's settings name, read before anything else is loaded so that the window opens in
 * its colour and size. Anything unexpected is left to the settings themselves: then the usual ones hold.
 */
export function readFirstLook(folder: string): { readonly theme: Theme; readonly textSize: TextSize } {
  try {
    const { theme, textSize } = JSON.parse(readFileSync(path.join(folder, settingsFileName), 'utf8'))
    return { theme: themeNamed(theme), textSize: textSizeOf(textSize) }
  } catch {
    return { theme: themeNamed(null), textSize: textSizeOf(null) }
  }
}
