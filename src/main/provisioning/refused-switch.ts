import { ourNames } from './command-line'

/** What of Chromium's and Electron's own a till may need: its profile, its display, its language, help with seeing. */
const allowed: readonly string[] = [
  ...ourNames,
  'user-data-dir',
  'display',
  'ozone-platform',
  'ozone-platform-hint',
  'force-device-scale-factor',
  'disable-gpu',
  'disable-software-rasterizer',
  'lang',
  'force-renderer-accessibility',
  'force-high-contrast',
  'force-prefers-reduced-motion',
]

export type Starter = {
  /** Chromium has no sandbox for root on Linux. */
  readonly isRoot: boolean
  readonly platform: NodeJS.Platform
}

/** The name of a switch as Chromium reads one: trimmed, behind one dash or two, on Windows a slash; null for another word. */
function switchName(word: string, platform: NodeJS.Platform): string | null {
  const text = word.trim()
  // One ends the switches for Chromium, the other is none.
  if (text === '--' || text === '-') return null
  const dashes = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/
  return dashes.exec(text)?.[1] ?? null
}

/**
 * The first switch that a packaged program does not start with, or null. All are refused but those that are allowed by
 * name: among Chromium's hundreds are debuggers and ways around the sandbox, and nobody knows the next ones. Words
 * behind `--` count too.
 */
export function refusedSwitch(words: readonly string[], { isRoot, platform }: Starter): string | null {
  const names = words.flatMap((word) => switchName(word, platform) ?? [])
  const mayDo = (name: string) => allowed.includes(name) || (name === 'no-sandbox' && isRoot)
  return names.find((name) => !mayDo(name)) ?? null
}

/** What is said on the terminal before the program ends. */
export function refusedSwitchWords(name: string): string {
  return `Tillside does not start with --${name}: a packaged program takes its own options and few others. See --help.\n`
}
