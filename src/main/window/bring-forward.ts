import type { BrowserWindow } from 'electron'

/** Whether a person or another program started it once more; not the system, which only makes sure that it is open. */
export function isAskedFor(data: unknown): boolean {
  return typeof data !== 'object' || data === null || Reflect.get(data, 'isAsked') !== false
}

/** Shows the window before all others. */
export function bringForward(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
