// biome-ignore lint/style/noRestrictedImports: isOnline reads the system's sign and asks nobody. No other file may name net.
import { net } from 'electron'

/** What the operating system says about the network; no request ever goes this way. */
export function systemIsOnline(): boolean {
  return net.isOnline()
}
