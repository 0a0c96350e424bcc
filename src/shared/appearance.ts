/** What a till may look like, on screen and on paper. Plain, so that the window has it too. */

export const themes = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof themes)[number]

export const papers = ['80mm', 'a4'] as const

/** The theme of that name; the system's for any other text, and for none. */
export function themeNamed(name: unknown): Theme {
  return themes.find((theme) => theme === name) ?? 'system'
}
