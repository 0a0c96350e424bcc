// @ts-check
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Whether a window can be shown to a person here. Windows and macOS always have a screen. */
export function hasScreen() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Whether somebody's own message bus, and so perhaps a keyring, is there to be used. */
export function hasMessageBus() {
  if (process.platform !== 'linux' || process.env.DBUS_SESSION_BUS_ADDRESS) return true
  const runtime = process.env.XDG_RUNTIME_DIR
  return Boolean(runtime) && existsSync(path.join(runtime ?? '', 'bus'))
}
